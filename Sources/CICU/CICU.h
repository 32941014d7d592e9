// SPDX-License-Identifier: MIT
// The door to ICU. Its names are macros that add its version (udat_open is udat_open_72), which Swift
// does not import, so every function goes through one of the same name behind ci_.
#ifndef CICU_H
#define CICU_H

#include <unicode/ucal.h>
#include <unicode/uchar.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

// Calendars.
static inline UCalendar *ci_ucal_open(
    const UChar *zone, int32_t length, const char *locale, UErrorCode *status) {
    return ucal_open(zone, length, locale, UCAL_DEFAULT, status);
}
static inline UCalendar *ci_ucal_clone(const UCalendar *calendar, UErrorCode *status) {
    return ucal_clone(calendar, status);
}
static inline void ci_ucal_close(UCalendar *calendar) { ucal_close(calendar); }
static inline void ci_ucal_setMillis(UCalendar *calendar, UDate moment, UErrorCode *status) {
    ucal_setMillis(calendar, moment, status);
}
static inline int32_t ci_ucal_get(const UCalendar *calendar, UCalendarDateFields field, UErrorCode *status) {
    return ucal_get(calendar, field, status);
}
static inline void ci_ucal_setGregorianChange(UCalendar *calendar, UDate moment, UErrorCode *status) {
    ucal_setGregorianChange(calendar, moment, status);
}
static inline const char *ci_ucal_getType(const UCalendar *calendar, UErrorCode *status) {
    return ucal_getType(calendar, status);
}

// Time zones.
static inline int32_t ci_ucal_getCanonicalTimeZoneID(
    const UChar *zone, int32_t length, UChar *result, int32_t capacity, UBool *isSystemID,
    UErrorCode *status) {
    return ucal_getCanonicalTimeZoneID(zone, length, result, capacity, isSystemID, status);
}
static inline int32_t ci_ucal_getHostTimeZone(UChar *result, int32_t capacity, UErrorCode *status) {
    return ucal_getHostTimeZone(result, capacity, status);
}

// Formats, and the patterns of a language.
static inline UDateFormat *ci_udat_open(
    UDateFormatStyle time, UDateFormatStyle date, const char *locale, const UChar *zone, int32_t zoneLength,
    const UChar *pattern, int32_t patternLength, UErrorCode *status) {
    return udat_open(time, date, locale, zone, zoneLength, pattern, patternLength, status);
}
static inline void ci_udat_close(UDateFormat *format) { udat_close(format); }
static inline int32_t ci_udat_format(
    const UDateFormat *format, UDate moment, UChar *result, int32_t capacity, UErrorCode *status) {
    return udat_format(format, moment, result, capacity, 0, status);
}
static inline const UCalendar *ci_udat_getCalendar(const UDateFormat *format) {
    return udat_getCalendar(format);
}
static inline void ci_udat_setCalendar(UDateFormat *format, const UCalendar *calendar) {
    udat_setCalendar(format, calendar);
}
static inline UDateTimePatternGenerator *ci_udatpg_open(const char *locale, UErrorCode *status) {
    return udatpg_open(locale, status);
}
static inline void ci_udatpg_close(UDateTimePatternGenerator *patterns) { udatpg_close(patterns); }
static inline int32_t ci_udatpg_getBestPattern(
    UDateTimePatternGenerator *patterns, const UChar *skeleton, int32_t length, UChar *result,
    int32_t capacity, UErrorCode *status) {
    return udatpg_getBestPattern(patterns, skeleton, length, result, capacity, status);
}

// Locales.
static inline int32_t ci_uloc_countAvailable(void) { return uloc_countAvailable(); }
static inline const char *ci_uloc_getAvailable(int32_t index) { return uloc_getAvailable(index); }
static inline int32_t ci_uloc_canonicalize(
    const char *locale, char *result, int32_t capacity, UErrorCode *status) {
    return uloc_canonicalize(locale, result, capacity, status);
}
static inline int32_t ci_uloc_setKeywordValue(
    const char *keyword, const char *value, char *locale, int32_t capacity, UErrorCode *status) {
    return uloc_setKeywordValue(keyword, value, locale, capacity, status);
}

// Characters: what sort one is, its folding, and what it is made of.
static inline int8_t ci_u_charType(UChar32 scalar) { return u_charType(scalar); }
static inline int32_t ci_u_strFoldCase(
    UChar *result, int32_t capacity, const UChar *text, int32_t length, UErrorCode *status) {
    return u_strFoldCase(result, capacity, text, length, U_FOLD_CASE_DEFAULT, status);
}
static inline const UNormalizer2 *ci_unorm2_getNFDInstance(UErrorCode *status) {
    return unorm2_getNFDInstance(status);
}
static inline int32_t ci_unorm2_getDecomposition(
    const UNormalizer2 *form, UChar32 scalar, UChar *result, int32_t capacity, UErrorCode *status) {
    return unorm2_getDecomposition(form, scalar, result, capacity, status);
}
static inline void ci_u_getUnicodeVersion(UVersionInfo version) { u_getUnicodeVersion(version); }

#endif
