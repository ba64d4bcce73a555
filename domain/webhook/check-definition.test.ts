import { describe, expect, it } from 'vitest';
import { hasErrors } from '../issue.ts';
import { checkDefinition } from './check-definition.ts';
import type { VariantId } from './variant.ts';
import { emptyDefinition, type Header, type WebhookDefinition } from './webhook.ts';

const good = (variant: VariantId): WebhookDefinition => ({
  ...emptyDefinition(variant),
  name: 'Chat',
  url: 'https://chat.example.com/hook',
});
const header = (name: string, value = 'v', id: number | null = null): Header => ({
  id,
  name,
  value,
});
const found = (
  change: Partial<WebhookDefinition>,
  variant: VariantId = 'B',
  base: WebhookDefinition | null = null,
): string[] =>
  checkDefinition({ ...good(variant), ...change }, variant, base).map(
    ({ path, level }) => `${path} ${level}`,
  );

describe('a definition', () => {
  it.each<VariantId>(['A', 'B'])('that is complete has no issue on %s', (variant) => {
    expect(found({}, variant)).toEqual([]);
  });

  it.each<[string, Partial<WebhookDefinition>, string[]]>([
    ['no name', { name: '' }, ['name error']],
    ['a name of spaces', { name: '  ' }, ['name error']],
    ['a space after the name', { name: 'Chat ' }, ['name warning']],
    ['no URL', { url: '' }, ['url error']],
    ['a URL without scheme', { url: 'chat.example.com' }, ['url error']],
    ['a URL of another scheme', { url: 'ftp://example.com/' }, ['url error']],
    ['a URL that runs script', { url: 'javascript:alert(1)' }, ['url error']],
    ['a space before the URL', { url: ' https://example.com' }, ['url error']],
    ['no method', { method: '' }, ['method error']],
    ['a method that B does not take', { method: 'GET' }, ['method error']],
    ['a method in small letters on B', { method: 'post' }, ['method error']],
    ['PUT', { method: 'PUT' }, []],
    ['no payload type on B', { payloadType: null }, ['payloadType error']],
    ['payload type JOB', { payloadType: 'JOB' }, []],
    ['a template that is not JSON', { payloadTemplate: "{'text': 'new alert'}" }, []],
    ['no severity', { severities: { low: false, medium: false, high: false, cleared: false } }, []],
  ])('with %s on B', (_, change, issues) => {
    expect(found(change)).toEqual(issues);
  });

  it.each<[string, Partial<WebhookDefinition>, string[]]>([
    ['any method', { method: 'PATCH' }, []],
    ['a method that is none', { method: 'GET IT' }, ['method error']],
    ['a payload type', { payloadType: 'ALERT' }, ['payloadType error']],
  ])('with %s on A', (_, change, issues) => {
    expect(found(change, 'A')).toEqual(issues);
  });

  it.each<[string, Header[], string[]]>([
    ['no name', [header('')], ['headers.0.name error']],
    ['a space in the name', [header('X Team')], ['headers.0.name error']],
    ['a colon in the name', [header('X-Team:')], ['headers.0.name error']],
    ['an accent in the name', [header('X-Équipe')], ['headers.0.name error']],
    ['every character that a name may have', [header("!#$%&'*+-.^_`|~09AZaz")], []],
    ['a line break in the value', [header('X-A', 'a\nb')], ['headers.0.value error']],
    ['a carriage return in the value', [header('X-A', 'a\rb')], ['headers.0.value error']],
    ['a null character in the value', [header('X-A', 'a\0b')], ['headers.0.value error']],
    ['a space around the value', [header('X-A', ' a')], ['headers.0.value warning']],
    ['an empty value', [header('X-A', '')], []],
    ['the same name twice', [header('X-A'), header('x-a')], ['headers.1.name warning']],
    ['two empty names', [header(''), header('')], ['headers.0.name error', 'headers.1.name error']],
  ])('with a header that has %s', (_, headers, issues) => {
    expect(found({ headers })).toEqual(issues);
  });

  it('has header issues with the position of the header', () => {
    expect(found({ headers: [header('X-A'), header('X B', 'a\nb')] })).toEqual([
      'headers.1.name error',
      'headers.1.value error',
    ]);
  });
});

describe('a secret reference', () => {
  const place = 'Token <secret:pager-key>';
  it.each<[string, Partial<WebhookDefinition>, string[]]>([
    ['in the URL', { url: 'https://a.example.com/<secret:pager-key>' }, ['url error']],
    ['in a header', { headers: [header('X-Key', place)] }, ['headers.0.value error']],
    ['in the template', { payloadTemplate: place }, ['payloadTemplate error']],
    ['that is written otherwise', { payloadTemplate: '<secret:> <secret>' }, []],
  ])('%s has the right issue', (_title, change, issues) => {
    expect(found(change)).toEqual(issues);
  });

  it('is only a warning if the installation has it already', () => {
    const held = { ...good('B'), headers: [header('X-Key', place, 7)], payloadTemplate: place };
    expect(found(held, 'B', held)).toEqual(['payloadTemplate warning', 'headers.0.value warning']);
  });
});

describe('a value that the installation has already', () => {
  const odd: WebhookDefinition = {
    ...good('B'),
    name: '',
    url: 'nowhere',
    method: 'GET',
    payloadType: null,
    headers: [header('X Team', 'a\nb', 7), header('', 'v'), header('Y Team', 'v')],
  };

  it('is only a warning if the service accepts the update', () => {
    const held = { ...odd, method: 'POST' };
    const issues = checkDefinition({ ...held, enabled: false }, 'B', held);
    expect(issues.map(({ path, level }) => `${path} ${level}`)).toEqual([
      'name warning',
      'url warning',
      'payloadType warning',
      'headers.0.name warning',
      'headers.0.value warning',
      'headers.1.name warning',
      'headers.2.name warning',
    ]);
    expect(hasErrors(issues)).toBe(false);
  });

  it.each(['GET', 'PATCH', 'post', ''])(
    'is an error for the method %j, because each update sends it and B refuses it',
    (method) => {
      const held = { ...good('B'), method };
      const issues = checkDefinition({ ...held, enabled: false }, 'B', held);
      expect(issues).toMatchObject([{ path: 'method', level: 'error' }]);
      expect(issues[0]?.message).toContain('accepts POST or PUT');
    },
  );

  it('is only a warning for an invalid method on A', () => {
    const held = { ...good('A'), method: 'GET IT' };
    expect(found({ ...held, enabled: false }, 'A', held)).toEqual(['method warning']);
  });

  it('is an error after a change to another invalid value', () => {
    expect(found({ url: 'elsewhere' }, 'B', { ...good('B'), url: 'nowhere' })).toEqual([
      'url error',
    ]);
    const base = { ...good('B'), headers: [header('X Team', 'v', 7)] };
    expect(found({ headers: [header('Y Team', 'v', 7)] }, 'B', base)).toEqual([
      'headers.0.name error',
    ]);
    expect(found({ headers: [header('X Team', 'v', 8)] }, 'B', base)).toEqual([
      'headers.0.name error',
    ]);
  });

  it('is an error if a header without an id is deleted', () => {
    const base = { ...good('B'), headers: [header('X-A', 'v')] };
    expect(found({ headers: [] }, 'B', base)).toEqual(['headers error']);
    expect(found({ headers: [header('X-A', 'v')] }, 'B', base)).toEqual([]);
  });
});
