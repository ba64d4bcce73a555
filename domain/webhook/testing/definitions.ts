import fc from 'fast-check';
import { PayloadType } from '../variant.ts';
import type { Header, WebhookDefinition } from '../webhook.ts';

/** Few names and values, so that equal and similar headers occur often. */
const name = fc.constantFrom('Content-Type', 'Authorization', 'X-Team', 'x-team', '');
const value = fc.constantFrom('application/json', 'Bearer a', 'a', '', 'ä "quoted"');
const header = (id: fc.Arbitrary<number | null>): fc.Arbitrary<Header> =>
  fc.record({ id, name, value });

/** Headers as a service returns them: unique ids, sometimes none. */
export const serviceHeaders: fc.Arbitrary<Header[]> = fc.uniqueArray(
  header(fc.option(fc.integer({ min: 1, max: 8 }), { freq: 6 })),
  { maxLength: 6, selector: ({ id }) => id ?? Symbol('no id') },
);
/** Headers as a service returns them, all with an id. */
export const headersWithIds = serviceHeaders.map((headers) =>
  headers.filter(({ id }) => id !== null),
);
/** Random edits of headers: some unchanged, changed, deleted or new, in any order. */
export const editedHeaders = (before: readonly Header[]): fc.Arbitrary<Header[]> =>
  fc
    .tuple(
      fc.tuple(
        ...before.map((each) =>
          fc.oneof(
            { weight: 3, arbitrary: fc.constant<Header | null>(each) },
            { weight: 2, arbitrary: header(fc.constant(each.id)) },
            { weight: 1, arbitrary: fc.constant(null) },
          ),
        ),
      ),
      fc.array(header(fc.constant(null)), { maxLength: 3 }),
    )
    .chain(([kept, added]) => {
      const all = [...kept.filter((each) => each !== null), ...added];
      return fc.shuffledSubarray(all, { minLength: all.length });
    });

const word = fc.constantFrom('', 'a', 'b', '%AlertID%');
export const withHeaders = (headers: fc.Arbitrary<Header[]>): fc.Arbitrary<WebhookDefinition> =>
  fc.record({
    name: word,
    url: word,
    method: fc.constantFrom('POST', 'PUT'),
    enabled: fc.boolean(),
    headers,
    payloadTemplate: word,
    severities: fc.record({
      low: fc.boolean(),
      medium: fc.boolean(),
      high: fc.boolean(),
      cleared: fc.boolean(),
    }),
    payloadType: fc.constantFrom(...PayloadType.options, null),
  });

/** A definition and two edited versions of it. */
export const definitionWithEdits = (
  headers: fc.Arbitrary<Header[]>,
): fc.Arbitrary<[WebhookDefinition, WebhookDefinition, WebhookDefinition]> =>
  withHeaders(headers).chain((base) =>
    fc.tuple(
      fc.constant(base),
      withHeaders(editedHeaders(base.headers)),
      withHeaders(editedHeaders(base.headers)),
    ),
  );

/** Headers as sorted texts, for a comparison without their order. */
export const headerKeys = (headers: readonly Header[], withIds: boolean): string[] =>
  headers.map((each) => JSON.stringify(withIds ? each : [each.name, each.value])).sort();
