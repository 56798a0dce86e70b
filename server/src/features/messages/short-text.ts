import { SegmentedMessage } from 'sms-segments-calculator';

/** A text message is charged by the segment: 160 letters of the GSM alphabet, 70 of Unicode, a little less if there are several. */
const MOST_SEGMENTS = 2;

/** Letters outside the GSM alphabet, and what means the same in it. One such letter halves a segment. */
const GSM_FORMS: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201A\u2032]/gu, "'"],
  [/[\u201C\u201D\u201E\u2033]/gu, '"'],
  [/[\u2010-\u2015\u2212]/gu, '-'],
  [/\u2026/gu, '...'],
  [/[\u00A0\u2007\u2009\u202F]/gu, ' '],
  [/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\u061C\uFEFF]/gu, ''],
  [/[\p{Cc}\u2028\u2029]+/gu, ' '],
];

export function countSegments(text: string): number {
  return new SegmentedMessage(text).segmentsCount;
}

/** Appends text if the message still fits. With a letter outside the GSM alphabet, as in 'Łukasz', only half as many fit. */
export function appendIfRoom(written: string, more: string): string {
  return countSegments(toGsmText(`${written}${more}`)) <= MOST_SEGMENTS ? `${written}${more}` : written;
}

/** The text of a message to a telephone: plain, in the GSM alphabet where it can be, and at most two segments long. */
export function shortText(written: string): string {
  const text = toGsmText(written);
  if (countSegments(text) <= MOST_SEGMENTS) return text;
  const letters = Array.from(text);
  const isTooLong = (length: number) => countSegments(cut(letters, length)) > MOST_SEGMENTS;
  let length = Math.min(letters.length, 306);
  while (length > 0 && isTooLong(length)) length -= 1;
  return cut(letters, length);
}

function toGsmText(written: string): string {
  return GSM_FORMS.reduce((changed, [letters, form]) => changed.replaceAll(letters, form), written).trim();
}

function cut(letters: readonly string[], length: number): string {
  return `${letters.slice(0, length).join('').trimEnd()}...`;
}
