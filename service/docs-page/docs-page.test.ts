import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { type RunningService, startService } from '../testing/start-tested.ts';
import { docsPage } from './docs-page.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService({
    variant: 'B',
    authToken: 'fake',
    practice: { deliversTo: 'loopback' },
  });
});
afterAll(() => service.close());

describe.each(['/docs', '/api/v14/docs', '/practice/docs'])('%s', (path) => {
  let answer: Response;
  let page: string;
  beforeAll(async () => {
    answer = await fetch(service.url + path);
    page = await answer.text();
  });

  test('is an HTML page that needs no auth token', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toMatch(/^<!doctype html>/);
  });

  test('loads no resource, runs no script and allows only its own style', () => {
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(page).not.toMatch(/<(script|link|img|iframe|form)|\ssrc=|\son\w+=|\sstyle=|url\(/);
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.filter((href) => !href.startsWith('#'))).toEqual(['openapi.json']);
  });

  test('has every operation and schema of its openapi.json', async () => {
    const document: unknown = await (await fetch(new URL('openapi.json', answer.url))).json();
    const text = JSON.stringify(document);
    for (const [, name = ''] of text.matchAll(/"operationId":"(\w+)"/g)) {
      expect(page).toContain(`<section id="${name}"`);
    }
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
    for (const name of names) expect(page).toContain(`<section id="schema-${name}"`);
    expect(new Set(names).size).toBeGreaterThan(5);
  });

  test('has a target for every internal link', () => {
    const places = new Set([...page.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id));
    const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
    expect(links.filter((id) => !places.has(id))).toEqual([]);
    expect(links.length).toBeGreaterThan(10);
  });

  test('closes every HTML element', () => {
    const open: string[] = [];
    for (const [, end, name = '', rest = ''] of page.matchAll(/<(\/?)([a-z]\w*)([^>]*)>/g)) {
      if (rest.endsWith('/') || name === 'meta') continue;
      if (end === '') open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });
});

test('the page escapes the texts of the document', () => {
  const document = openApiDocument('A', '/api');
  const page = docsPage({
    ...document,
    info: { title: `<script>alert("1")</script> & 'more'`, summary: '</style>' },
  });
  expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;');
  expect(page).not.toContain('<script>');
});

test('the page marks assumptions as Ours, and the documentation of PEM as Source', () => {
  const page = docsPage(openApiDocument('B', '/api/v14', { signIn: true }));
  expect(page).toMatch(/<strong>Ours<\/strong>\s*The interface document does not show/);
  expect(page).toMatch(/<strong>Source<\/strong>\s*As PEM documents it\./);
  expect(page).toContain('<code>/api/token/</code>');
});
