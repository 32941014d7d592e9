// SPDX-License-Identifier: MIT
// The door to ICU. It is opened when it is first asked and not linked: loading it takes a third of the start of
// a program that has nothing to ask. Its names are macros that add its version (udat_open is
// udat_open_72), which Swift does not import, so every function goes through one of the same name behind ci_.
//
// Where the system has no ICU of the version of these headers, functions that have a status answer
// U_FILE_ACCESS_ERROR, and nothing can be opened.
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

/// Opens ICU where that was not done yet; false where the system has none of this version.
_Bool ci_isThere(void);

// Calendars.
UCalendar *ci_ucal_open(const UChar *zone, int32_t length, const char *locale, UErrorCode *status);
UCalendar *ci_ucal_clone(const UCalendar *calendar, UErrorCode *status);
void ci_ucal_close(UCalendar *calendar);
void ci_ucal_setMillis(UCalendar *calendar, UDate moment, UErrorCode *status);
int32_t ci_ucal_get(const UCalendar *calendar, UCalendarDateFields field, UErrorCode *status);
void ci_ucal_setGregorianChange(UCalendar *calendar, UDate moment, UErrorCode *status);
const char *ci_ucal_getType(const UCalendar *calendar, UErrorCode *status);

// Time zones.
int32_t ci_ucal_getCanonicalTimeZoneID(
    const UChar *zone, int32_t length, UChar *result, int32_t capacity, UBool *isSystemID, UErrorCode *status);
int32_t ci_ucal_getHostTimeZone(UChar *result, int32_t capacity, UErrorCode *status);

// Formats, and the patterns of a language.
UDateFormat *ci_udat_open(
    UDateFormatStyle time, UDateFormatStyle date, const char *locale, const UChar *zone, int32_t zoneLength,
    const UChar *pattern, int32_t patternLength, UErrorCode *status);
void ci_udat_close(UDateFormat *format);
int32_t ci_udat_format(
    const UDateFormat *format, UDate moment, UChar *result, int32_t capacity, UErrorCode *status);
const UCalendar *ci_udat_getCalendar(const UDateFormat *format);
void ci_udat_setCalendar(UDateFormat *format, const UCalendar *calendar);
UDateTimePatternGenerator *ci_udatpg_open(const char *locale, UErrorCode *status);
void ci_udatpg_close(UDateTimePatternGenerator *patterns);
int32_t ci_udatpg_getBestPattern(
    UDateTimePatternGenerator *patterns, const UChar *skeleton, int32_t length, UChar *result, int32_t capacity,
    UErrorCode *status);

// Locales.
int32_t ci_uloc_countAvailable(void);
const char *ci_uloc_getAvailable(int32_t index);
int32_t ci_uloc_canonicalize(const char *locale, char *result, int32_t capacity, UErrorCode *status);
int32_t ci_uloc_setKeywordValue(
    const char *keyword, const char *value, char *locale, int32_t capacity, UErrorCode *status);

// Characters: what sort one is, its folding, and what it is made of. Without ICU each is unassigned, and the version
// is zero: ask `ci_isThere` first.
int8_t ci_u_charType(UChar32 scalar);
int32_t ci_u_strFoldCase(
    UChar *result, int32_t capacity, const UChar *text, int32_t length, UErrorCode *status);
const UNormalizer2 *ci_unorm2_getNFDInstance(UErrorCode *status);
int32_t ci_unorm2_getDecomposition(
    const UNormalizer2 *form, UChar32 scalar, UChar *result, int32_t capacity, UErrorCode *status);
void ci_u_getUnicodeVersion(UVersionInfo version);

#endif
