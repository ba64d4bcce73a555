import { describe, expect, it } from 'vitest';
import { Observation, type Sight } from '#contract/detection.ts';
import { plainProblem } from '#domain/problem.ts';
import { adviceAfter, proposeConnections } from './propose-connections.ts';

/** `/api/v14 variant-b`, or `pem/api/v6 nothing`, or `sign-in wrong-credentials`. */
function seen(text: string): Observation {
  const [place = '', sight] = text.split(' ');
  const signIn = place === 'sign-in';
  const [path = '', root = ''] = place.split('/api');
  return Observation.parse({
    what: signIn ? 'sign-in' : 'list',
    baseUrl: `https://host${path === '' ? '' : `/${path}`}`,
    apiRoot: signIn ? null : `/api${root}`,
    sight,
    status: null,
    message: '',
    problem:
      sight === 'failed' ? plainProblem('unreachable', 'Nobody there.', 'Look there.') : null,
  });
}
const proposed = (sights: string[], typedRoot: string | null = null, versions = none) =>
  proposeConnections(sights.map(seen), typedRoot, versions).map(
    ({ baseUrl, apiRoot, variant, certain }) =>
      `${baseUrl.slice('https://host'.length)}${apiRoot} ${variant}${certain ? '' : '?'}`,
  );
const none: Parameters<typeof proposeConnections>[2] = null;

describe('the proposal', () => {
  it.each([
    ['nothing', [], []],
    ['nothing', ['/api/v14 nothing', '/api/v6 not-the-interface', 'sign-in signed-in'], []],
    ['B', ['/api/v14 variant-b', '/api/v6 nothing'], ['/api/v14 B']],
    ['A', ['/api/v14 nothing', '/api/v6 variant-a'], ['/api/v6 A']],
    ['the newer first', ['/api/v6 variant-a', '/api/v14 variant-b'], ['/api/v14 B', '/api/v6 A']],
    ['what the webhooks show', ['/api/v6 variant-b'], ['/api/v6 B']],
    ['what the webhooks show', ['/api/v14 variant-a'], ['/api/v14 A']],
    ['by the number', ['/api/v14 empty-list', '/api/v6 empty-list'], ['/api/v14 B?', '/api/v6 A?']],
    ['by the number', ['/api/v13 empty-list'], ['/api/v13 A?']],
    ['by the number', ['/api/v16 empty-list'], ['/api/v16 B?']],
    [
      'a list of webhooks first',
      ['/api/v14 empty-list', '/api/v6 variant-a'],
      ['/api/v6 A', '/api/v14 B?'],
    ],
    [
      'no question beside a list',
      ['/api/v14 needs-auth-token', '/api/v6 empty-list'],
      ['/api/v6 A?'],
    ],
    ['a question', ['/api/v14 needs-auth-token', '/api/v6 nothing'], ['/api/v14 B?']],
    ['a question', ['/api/v14 nothing', '/api/v6 forbidden'], ['/api/v6 A?']],
    ['the path', ['/api/v14 nothing', 'pem/api/v14 variant-b'], ['/pem/api/v14 B']],
    [
      'the place that was typed',
      ['/api/v14 needs-auth-token', 'pem/api/v14 needs-auth-token'],
      ['/api/v14 B?', '/pem/api/v14 B?'],
    ],
  ])('is %s for %j', (_, sights, expected) => {
    expect(proposed(sights)).toEqual(expected);
  });

  it('is the typed API root when it is as good as another', () => {
    const sights = ['/api/v6 variant-a', '/api/v14 variant-b'];
    expect(proposed(sights, '/api/v6')).toEqual(['/api/v6 A', '/api/v14 B']);
    expect(proposed(['/api/v6 empty-list', '/api/v14 variant-b'], '/api/v6')[0]).toBe('/api/v14 B');
  });

  it('has deprecated versions last, and names them as deprecated', () => {
    const sights = ['/api/v14 variant-b', '/api/v6 variant-a'];
    const versions = { supportedApiVersions: ['v6', '16'], deprecatedApiVersions: ['14'] };
    expect(proposed(sights, null, versions)).toEqual(['/api/v6 A', '/api/v14 B']);
    const reasons = proposeConnections(sights.map(seen), null, versions).map(
      (each) => each.reasons,
    );
    expect(reasons).toEqual([
      [
        'The webhooks under /api/v6 have no payload type, as in variant A (6.0).',
        'The installation names this version as supported.',
      ],
      [
        'The webhooks under /api/v14 have a payload type, as in variant B (14.0).',
        'The installation calls this version deprecated.',
      ],
    ]);
  });
});

describe('the advice', () => {
  it.each<[string[], RegExp | null]>([
    [['/api/v14 variant-b'], null],
    [['sign-in wrong-credentials', '/api/v14 needs-auth-token'], /password is wrong/],
    [['/api/v14 failed'], /^Look there/],
    [['/api/v14 empty-list'], /Without webhooks/],
    [['/api/v14 needs-auth-token'], /Enter a valid auth token/],
    [['/api/v14 forbidden'], /administrator/],
    [['/api/v14 nothing', '/api/v6 nothing'], /No webhooks were found/],
  ])('after %j', (sights, expected) => {
    const observations = sights.map(seen);
    const proposals = proposeConnections(observations, null, null);
    const advice = adviceAfter(observations, proposals, { timeIsUp: false });
    if (expected === null) expect(advice).toBeNull();
    else expect(advice).toMatch(expected);
  });

  it('mentions the timeout, unless the variant is certain', () => {
    const after = (...sights: Sight[]) => {
      const observations = sights.map((sight) => seen(`/api/v14 ${sight}`));
      return adviceAfter(observations, proposeConnections(observations, null, null), {
        timeIsUp: true,
      });
    };
    expect(after('nothing')).toMatch(/timed out/);
    expect(after('variant-b')).toBeNull();
  });
});
