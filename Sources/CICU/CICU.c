// SPDX-License-Identifier: MIT
// Opens ICU when it is first asked.

#include "CICU.h"

#include <dlfcn.h>
#include <pthread.h>

#define CALENDAR_FUNCTIONS(each)     \
    each(ucal_open)                  \
    each(ucal_clone)                 \
    each(ucal_close)                 \
    each(ucal_setMillis)             \
    each(ucal_get)                   \
    each(ucal_setGregorianChange)    \
    each(ucal_getType)               \
    each(ucal_getCanonicalTimeZoneID) \
    each(ucal_getHostTimeZone)       \
    each(udat_open)                  \
    each(udat_close)                 \
    each(udat_format)                \
    each(udat_getCalendar)           \
    each(udat_setCalendar)           \
    each(udatpg_open)                \
    each(udatpg_close)               \
    each(udatpg_getBestPattern)
#define LOCALE_FUNCTIONS(each)  \
    each(uloc_countAvailable)   \
    each(uloc_getAvailable)     \
    each(uloc_canonicalize)     \
    each(uloc_setKeywordValue)
#define CHARACTER_FUNCTIONS(each)    \
    each(u_charType)                 \
    each(u_strFoldCase)              \
    each(unorm2_getNFDInstance)      \
    each(unorm2_getDecomposition)    \
    each(u_getUnicodeVersion)

// The name with its version is the field's as well: ICU's macros see to that.
#define FIELD(name) __typeof__(&name) name;
static struct { CALENDAR_FUNCTIONS(FIELD) LOCALE_FUNCTIONS(FIELD) CHARACTER_FUNCTIONS(FIELD) } icu;
static _Bool is_open;

#define TEXT(name) #name
#define FIND(name) \
    if ((*(void **)&icu.name = dlsym(library, TEXT(name))) == NULL) { return; }

// A library that was opened stays: its memory is in the hands of whoever asked.
static void open_library(void) {
    void *library = dlopen("libicui18n.so." U_ICU_VERSION_SHORT, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) { return; }
    CALENDAR_FUNCTIONS(FIND)
    // It brings the one that these are in.
    LOCALE_FUNCTIONS(FIND)
    CHARACTER_FUNCTIONS(FIND)
    is_open = 1;
}

_Bool ci_isThere(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return is_open;
}

#define NEED(answer)                    \
    if (!ci_isThere()) {                     \
        *status = U_FILE_ACCESS_ERROR;  \
        return answer;                  \
    }

UCalendar *ci_ucal_open(const UChar *zone, int32_t length, const char *locale, UErrorCode *status) {
    NEED(NULL)
    return icu.ucal_open(zone, length, locale, UCAL_DEFAULT, status);
}

// What was opened shows that the library is: no need to ask.
UCalendar *ci_ucal_clone(const UCalendar *calendar, UErrorCode *status) { return icu.ucal_clone(calendar, status); }
void ci_ucal_close(UCalendar *calendar) { icu.ucal_close(calendar); }
void ci_ucal_setMillis(UCalendar *calendar, UDate moment, UErrorCode *status) {
    icu.ucal_setMillis(calendar, moment, status);
}
int32_t ci_ucal_get(const UCalendar *calendar, UCalendarDateFields field, UErrorCode *status) {
    return icu.ucal_get(calendar, field, status);
}
void ci_ucal_setGregorianChange(UCalendar *calendar, UDate moment, UErrorCode *status) {
    icu.ucal_setGregorianChange(calendar, moment, status);
}
const char *ci_ucal_getType(const UCalendar *calendar, UErrorCode *status) {
    return icu.ucal_getType(calendar, status);
}

int32_t ci_ucal_getCanonicalTimeZoneID(
    const UChar *zone, int32_t length, UChar *result, int32_t capacity, UBool *isSystemID, UErrorCode *status) {
    NEED(0)
    return icu.ucal_getCanonicalTimeZoneID(zone, length, result, capacity, isSystemID, status);
}
int32_t ci_ucal_getHostTimeZone(UChar *result, int32_t capacity, UErrorCode *status) {
    NEED(0)
    return icu.ucal_getHostTimeZone(result, capacity, status);
}

UDateFormat *ci_udat_open(
    UDateFormatStyle time, UDateFormatStyle date, const char *locale, const UChar *zone, int32_t zoneLength,
    const UChar *pattern, int32_t patternLength, UErrorCode *status) {
    NEED(NULL)
    return icu.udat_open(time, date, locale, zone, zoneLength, pattern, patternLength, status);
}
void ci_udat_close(UDateFormat *format) { icu.udat_close(format); }
int32_t ci_udat_format(
    const UDateFormat *format, UDate moment, UChar *result, int32_t capacity, UErrorCode *status) {
    return icu.udat_format(format, moment, result, capacity, NULL, status);
}
const UCalendar *ci_udat_getCalendar(const UDateFormat *format) { return icu.udat_getCalendar(format); }
void ci_udat_setCalendar(UDateFormat *format, const UCalendar *calendar) {
    icu.udat_setCalendar(format, calendar);
}
UDateTimePatternGenerator *ci_udatpg_open(const char *locale, UErrorCode *status) {
    NEED(NULL)
    return icu.udatpg_open(locale, status);
}
void ci_udatpg_close(UDateTimePatternGenerator *patterns) { icu.udatpg_close(patterns); }
int32_t ci_udatpg_getBestPattern(
    UDateTimePatternGenerator *patterns, const UChar *skeleton, int32_t length, UChar *result, int32_t capacity,
    UErrorCode *status) {
    return icu.udatpg_getBestPattern(patterns, skeleton, length, result, capacity, status);
}

int32_t ci_uloc_countAvailable(void) { return ci_isThere() ? icu.uloc_countAvailable() : 0; }
const char *ci_uloc_getAvailable(int32_t index) { return ci_isThere() ? icu.uloc_getAvailable(index) : NULL; }
int32_t ci_uloc_canonicalize(const char *locale, char *result, int32_t capacity, UErrorCode *status) {
    NEED(0)
    return icu.uloc_canonicalize(locale, result, capacity, status);
}
int32_t ci_uloc_setKeywordValue(
    const char *keyword, const char *value, char *locale, int32_t capacity, UErrorCode *status) {
    NEED(0)
    return icu.uloc_setKeywordValue(keyword, value, locale, capacity, status);
}

int8_t ci_u_charType(UChar32 scalar) { return ci_isThere() ? icu.u_charType(scalar) : U_UNASSIGNED; }
int32_t ci_u_strFoldCase(
    UChar *result, int32_t capacity, const UChar *text, int32_t length, UErrorCode *status) {
    NEED(0)
    return icu.u_strFoldCase(result, capacity, text, length, U_FOLD_CASE_DEFAULT, status);
}
const UNormalizer2 *ci_unorm2_getNFDInstance(UErrorCode *status) {
    NEED(NULL)
    return icu.unorm2_getNFDInstance(status);
}
int32_t ci_unorm2_getDecomposition(
    const UNormalizer2 *form, UChar32 scalar, UChar *result, int32_t capacity, UErrorCode *status) {
    return icu.unorm2_getDecomposition(form, scalar, result, capacity, status);
}
void ci_u_getUnicodeVersion(UVersionInfo version) {
    for (int i = 0; i < U_MAX_VERSION_LENGTH; i++) { version[i] = 0; }
    if (ci_isThere()) { icu.u_getUnicodeVersion(version); }
}
