import type { PayloadTypePlace } from '../installation/connection.ts';
import { pairHeaders } from '../merge/pair-headers.ts';
import { fieldDifferences } from '../webhook/difference.ts';
import { fieldInWords } from '../webhook/fields.ts';
import { headerChangeSet, sameHeader } from '../webhook/header-change-set.ts';
import type { Header, Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { matchesRequest } from './matches-request.ts';

interface UntouchedHeader {
  readonly before: Header;
  readonly after: Header | null;
}

/** Returns names only, because values can be secrets. */
export function differencesOutside(
  before: Webhook,
  meant: WebhookDefinition,
  after: Webhook,
): string[] {
  const touched = touchedFields(before, meant);
  const notComparable = new Set([...before.unreported, ...after.unreported]);
  const fields = fieldDifferences(before, after)
    .map(({ field }) => field)
    .filter((field) => !touched.has(field) && !notComparable.has(field));
  const headers = notComparable.has('headers') ? [] : headersOutside(before, meant, after);
  return [...new Set([...fields.map(fieldInWords), ...headers])];
}

/** Members outside of the interface, and fields that are reported only before or only after. */
export function membersOutside(
  before: Webhook,
  meant: WebhookDefinition,
  after: Webhook,
): string[] {
  const touched = touchedFields(before, meant);
  const members = changedMembers(membersOf(before), membersOf(after)).filter(
    (name) => name !== 'payload_type' || !touched.has('payloadType'),
  );
  const headers = untouchedHeaders(before, meant, after).flatMap((pair) => {
    if (pair.after === null) return [];
    const was = membersOf(before, before.headers.indexOf(pair.before));
    const is = membersOf(after, after.headers.indexOf(pair.after));
    return changedMembers(was, is).map((name) => `${name} of the header ${pair.before.name}`);
  });
  return [...members, ...headers, ...changedReports(before, after, touched)];
}

export const outsideNotes = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`Other values on the installation changed since the last refresh: ${names.join(', ')}.`];

const touchedFields = (before: Webhook, meant: WebhookDefinition): ReadonlySet<string> =>
  new Set(fieldDifferences(before, meant).map(({ field }) => field));

function untouchedHeaders(
  before: Webhook,
  meant: WebhookDefinition,
  after: Webhook,
): UntouchedHeader[] {
  const { partners } = pairHeaders(meant.headers, after.headers);
  return meant.headers.flatMap((header, index) => {
    const untouched = before.headers.find(
      (each) => each.id === header.id && sameHeader(each, header),
    );
    return untouched === undefined ? [] : [{ before: untouched, after: partners[index] ?? null }];
  });
}

function headersOutside(before: Webhook, meant: WebhookDefinition, after: Webhook): string[] {
  const changed = untouchedHeaders(before, meant, after)
    .filter((pair) => !sameHeader(pair.before, pair.after))
    .map((pair) => pair.before);
  const { partners, added } = pairHeaders(meant.headers, after.headers);
  // A sent header may be stored under another name, so no new header is certain to be foreign.
  const isCertain = partners.every((partner) => partner !== null);
  const { deleted } = headerChangeSet(before.headers, meant.headers);
  const foreign = added.filter(({ id }) => isCertain && !deleted.some((each) => each.id === id));
  return [...changed, ...foreign].map(({ name }) => `header ${name}`);
}

type Members = ReadonlyMap<string, string>;

const headerMember = /^http_headers\.(\d+)\./;

function membersOf({ unknown }: Webhook, header: number | null = null): Members {
  return new Map(
    Object.entries(unknown).flatMap(([key, value]) => {
      const at = headerMember.exec(key);
      const owner = at === null ? null : Number(at[1]);
      return owner === header ? [[key.replace(headerMember, ''), JSON.stringify(value)]] : [];
    }),
  );
}

const changedMembers = (before: Members, after: Members): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );

/** Ignores positions of headers, because they shift. */
function changedReports(before: Webhook, after: Webhook, touched: ReadonlySet<string>): string[] {
  const unnumbered = ({ unreported }: Webhook): ReadonlySet<string> =>
    new Set(unreported.filter((name) => !name.startsWith('headers.')));
  const [was, is] = [unnumbered(before), unnumbered(after)];
  const named = (names: ReadonlySet<string>, others: ReadonlySet<string>, how: string): string[] =>
    [...names]
      .filter((name) => !others.has(name) && !touched.has(name))
      .map((name) => `${fieldInWords(name)} (${how})`);
  return [...named(is, was, 'no longer reported'), ...named(was, is, 'not reported before')];
}

/** Interface document §2.4 puts `payload_type` into `http_headers`; some installations ignore it there. */
export function payloadTypeIgnoredNotes(
  meant: WebhookDefinition,
  after: Webhook,
  place: PayloadTypePlace,
): string[] {
  const { payloadType } = after;
  if (place !== 'http-headers' || payloadType === null || meant.payloadType === null) return [];
  if (payloadType === meant.payloadType || !matchesRequest({ ...meant, payloadType }, after))
    return [];
  return [
    `The installation ignored the payload type ${meant.payloadType} in http_headers and still reports ` +
      `${payloadType}. Select “At the top level” in the installation settings, then publish again.`,
  ];
}
