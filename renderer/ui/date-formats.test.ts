import { expect, it } from 'vitest';
import { clock, clockWithSeconds, momentOf, momentWithSeconds } from './date-formats.ts';

const at = new Date(2030, 0, 2, 15, 4, 5);

/** Narrow spaces differ between versions of the language data. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

it('shows times in the 12-hour or 24-hour format of the system', () => {
  const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  const hour = hour12 === true ? '3:04' : '15:04';
  expect(plain(clock(at))).toContain(hour);
  expect(plain(clockWithSeconds(at))).toContain(`${hour}:05`);
  expect(plain(momentOf(at))).toContain(hour);
  expect(plain(momentWithSeconds(at))).toContain(`${hour}:05`);
  const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  expect(momentWithSeconds(at)).toContain(zone?.value ?? 'no zone');
});
