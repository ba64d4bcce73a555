import { expect, it } from 'vitest';
import { effectOfStatus, type WriteEffect } from './effect-by-answer.ts';

const json = '{"errormsg": "No."}';
const page = '<html></html>';

it.each<[WriteEffect, number[], string[]]>([
  ['refused', [400, 401, 405, 406, 411, 413, 414, 415, 422, 429, 431], [json, page, '']],
  ['refused', [403], [json]],
  ['finished', [403], [page, '']],
  ['finished', [300, 301, 302, 303, 304, 307, 308], [json, page, '']],
  ['finished', [402, 404, 408, 409, 410, 412, 423, 424, 425, 428, 451, 499], [json, page, '']],
  ['finished', [500, 501], [json]],
  ['open', [500, 501], [page, '']],
  ['open', [502, 503, 504, 507, 520, 524, 599], [json, page, '']],
  ['open', [200, 202], [json, page, '']],
])('a write is %s after the statuses %j with the bodies %j', (effect, statuses, bodies) => {
  const found = statuses.flatMap((status) =>
    bodies.map((body) => effectOfStatus({ status, body })),
  );
  expect(new Set(found)).toEqual(new Set([effect]));
});
