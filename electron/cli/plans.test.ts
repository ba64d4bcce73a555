// @module-tag slow
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedWebhooks } from '../../service/seeds/seed-webhooks.ts';
import { rawReader } from '#adapters/http/codec/read-webhook.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { filesIn } from '#test-support/files-in.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { results } from './output/results.ts';
import { runCli, startCli } from './testing/run-cli.ts';

const apiKey = 'canary-key-83aa02';
const limit = { timeout: 120_000 };

/** Realistic definitions of a variant. */
const realistic = (variant: VariantId, count: number): WebhookDefinition[] =>
  [...seedWebhooks(variant, count)].map((seed, index) => {
    const read = rawReader.read({ ...seed, id: index + 1 }, variant);
    if (read.kind === 'wrong') throw new Error(read.why);
    return definitionOf(read.webhook);
  });

let parent: string;
let data: string;
let services: ServedInstallations;
const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'];
/** Everything that a command printed. */
const printed: string[] = [];

async function hookdesk(...args: readonly string[]) {
  const result = await runCli([...args, '--data', data]);
  printed.push(result.out, result.err);
  return result;
}

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-plans-'));
  data = join(parent, 'data');
  const template = '{\n  "text": "%AlertName%",\n  "id": "%AlertID%"\n}\n';
  const own = {
    ...aDefinition('Pager'),
    payloadTemplate: template,
    headers: [
      { id: null, name: 'Content-Type', value: 'application/json' },
      { id: null, name: 'X-Api-Key', value: apiKey },
    ],
  };
  services = await startInstallations(
    names.map((name) => {
      const variant = name.startsWith('a') ? 'A' : 'B';
      const payloadType = variant === 'A' ? null : 'ALERT';
      return { variant, webhooks: [{ ...own, payloadType }, ...realistic(variant, 8)] };
    }),
  );
  await hookdesk('vault', 'use', 'memory');
  for (const [index, name] of names.entries()) {
    const { baseUrl = '', variant = 'B' } = services.places[index] ?? {};
    const environment = name === 'b3' ? 'production' : 'test';
    const options = ['--sign-in', 'none', '--variant', variant, '--environment', environment];
    await hookdesk('installations', 'add', name, '--url', baseUrl, ...options);
  }
}, 60_000);
afterAll(async () => {
  await services.close();
  rmSync(parent, { recursive: true });
});

const held = async (name: string): Promise<string> =>
  (await services.held())[names.indexOf(name)]?.join() ?? '';

/** Changes a member of a webhook, such as `enabled` or a severity. */
function toggle(file: string, member: string): void {
  const text = readFileSync(file, 'utf8');
  const pattern = new RegExp(`"${member}": (true|false)`);
  writeFileSync(
    file,
    text.replace(pattern, (_, is) => `"${member}": ${is !== 'true'}`),
  );
}

const contentOf = (folder: string) =>
  filesIn(folder).map(({ path, text }) => ({ path: path.slice(folder.length), text }));
const plan = async (...args: readonly string[]) => {
  const { code, out, err } = await hookdesk('plan', ...args, '--json');
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  return results.plan.parse(JSON.parse(out));
};

describe('a folder of an installation', limit, () => {
  it.each([['a1'], ['b1'], names])('proposes nothing after its export: %s', async (...of) => {
    const folder = join(parent, `of-${of.join('-')}`);
    expect(await hookdesk('export', ...of, '--to', folder)).toMatchObject({ code: 0 });
    expect((await plan(folder)).rows).toEqual([]);
    expect((await plan(folder)).unchanged).toBe(9 * of.length);
  });

  it('is byte-identical after a second export, without secrets', async () => {
    const folder = join(parent, 'twice');
    await hookdesk('export', 'b1', '--to', folder);
    const first = contentOf(folder);
    await hookdesk('export', 'b1', '--to', folder);
    expect(contentOf(folder)).toEqual(first);
    expect(first.map(({ path }) => path)).toContain('/webhooks/pager.template.txt');
    expect(JSON.stringify(first)).not.toContain(apiKey);
  });

  it('is edited, planned and applied; then nothing differs', async () => {
    const folder = join(parent, 'edited');
    await hookdesk('export', 'b2', '--to', folder);
    const template = join(folder, 'webhooks/pager.template.txt');
    writeFileSync(template, readFileSync(template, 'utf8').replace('%AlertID%', '%AlertName%'));
    const { rows } = await plan(folder);
    expect(rows).toMatchObject([{ installation: 'b2', action: 'update', webhook: 'Pager' }]);
    expect(await hookdesk('plan', folder, '--exit-code')).toMatchObject({ code: 2 });
    expect(await hookdesk('diff', folder, 'b2', '--exit-code')).toMatchObject({ code: 2 });
    const before = services.applied.length;
    const { code, out } = await hookdesk('apply', folder, '--yes', '--json');
    expect(code).toBe(0);
    expect(results.apply.parse(JSON.parse(out))).toMatchObject([{ outcome: 'done' }]);
    expect(services.applied.length).toBe(before + 1);
    expect(await hookdesk('diff', folder, 'b2', '--exit-code')).toMatchObject({ code: 0, out: '' });
    expect((await services.held())[4]?.join()).toContain(apiKey);
    expect(await hookdesk('apply', folder, '--yes')).toMatchObject({ code: 0, out: '' });
    expect(services.applied.length).toBe(before + 1);
  });

  it('shows what is wrong with a template, and the environment, before it is applied', async () => {
    const folder = join(parent, 'broken');
    await hookdesk('export', 'b3', '--to', folder);
    const template = join(folder, 'webhooks/pager.template.txt');
    writeFileSync(template, readFileSync(template, 'utf8').replace('%AlertID%', '%AlertIdd%'));
    const { rows } = await plan(folder);
    expect(rows).toMatchObject([
      { environment: 'production', findings: { errors: 1, newErrors: 1, warnings: 0 } },
    ]);
    // Without an answer, nothing is sent.
    const { code, err } = await hookdesk('apply', folder);
    expect(code).toBe(1);
    expect(err).toMatch(/production.*Pager.*Template: 1 error, 1 new\..*AlertIdd/s);
  });

  it('creates what another installation lacks, with a secret from a file', async () => {
    const folder = join(parent, 'created');
    await hookdesk('export', 'b1', '--to', folder);
    const renamed = join(folder, 'webhooks/second');
    for (const ending of ['.json', '.template.txt']) {
      renameSync(join(folder, `webhooks/pager${ending}`), `${renamed}${ending}`);
    }
    const json = readFileSync(`${renamed}.json`, 'utf8');
    writeFileSync(`${renamed}.json`, json.replace('"Pager"', '"Second pager"'));
    const secret = /"secret": "([^"]+)"/.exec(json)?.[1] ?? '';
    const only = ['--installation', 'b2', '--only', 'Second pager'];
    const refused = await hookdesk('apply', folder, '--yes', ...only);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`Needs: secret ${secret}.`);
    const values = join(parent, 'secrets.json');
    writeFileSync(values, JSON.stringify({ [secret]: apiKey }));
    const applied = await hookdesk('apply', folder, '--yes', '--secrets', values, ...only);
    expect(applied).toMatchObject({ code: 0 });
    expect((await services.held())[4]?.join()).toContain('Second pager');
    const compared = await hookdesk('diff', 'b1', 'b2', '--json');
    expect(results.diff.parse(JSON.parse(compared.out))).toContainEqual({
      webhook: 'Second pager',
      installation: 'b2',
      kind: 'extra',
      different: 0,
    });
  });

  it('is planned and applied in the part that a query names', async () => {
    const folder = join(parent, 'part');
    await hookdesk('export', 'b1', 'b2', '--to', folder);
    for (const name of readdirSync(join(folder, 'webhooks'))) {
      toggle(join(folder, 'webhooks', name), 'medium');
    }
    const whole = (await plan(folder)).rows;
    const query = 'host:hooks.example.com installation:b1';
    const { rows } = await plan(folder, '--only', query);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(whole.length / 2);
    expect(new Set(rows.map(({ installation }) => installation))).toEqual(new Set(['b1']));
    expect(rows.map(({ webhook }) => webhook)).toContain('Pager');
    const none = await hookdesk('plan', folder, '--only', 'host:nowhere.example');
    expect(none.err).toContain('The plan has no webhook “host:nowhere.example”.');
    const wrong = await hookdesk('apply', folder, '--yes', '--only', 'is:nothing');
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.err).toContain('“is:nothing”');
    const words = await hookdesk('apply', folder, '--yes', '--only', 'Page');
    expect(words.err).toContain('The plan has no webhook “Page”.');
    const before = services.applied.length;
    expect(await hookdesk('apply', folder, '--yes', '--only', query)).toMatchObject({ code: 0 });
    expect(services.applied.length).toBe(before + rows.length);
    expect((await plan(folder)).rows).toHaveLength(whole.length - rows.length);
  });

  it('leaves alone what is not in it, and deletes that on request only', async () => {
    const folder = join(parent, 'fewer');
    await hookdesk('export', 'a2', '--to', folder);
    for (const name of readdirSync(join(folder, 'webhooks'))) {
      if (name.startsWith('pager.')) rmSync(join(folder, 'webhooks', name));
    }
    expect((await plan(folder)).rows).toEqual([]);
    expect((await plan(folder, '--delete')).rows).toMatchObject([
      { action: 'delete', webhook: 'Pager' },
    ]);
    expect(await hookdesk('apply', folder, '--delete', '--yes')).toMatchObject({ code: 0 });
    expect((await services.held())[1]?.join()).not.toContain('"Pager"');
    await hookdesk('export', 'a1', '--to', folder);
    await hookdesk('export', 'a2', '--to', folder);
    expect(readdirSync(join(folder, 'webhooks')).join()).not.toContain('pager.');
  });

  it('changes production only by its name', async () => {
    const folder = join(parent, 'production');
    await hookdesk('export', 'b3', '--to', folder);
    const template = join(folder, 'webhooks/pager.template.txt');
    writeFileSync(template, 'a\nb');
    const { code, err } = await hookdesk('apply', folder, '--yes');
    expect(code).toBe(1);
    expect(err).toContain('The plan changes a production installation. Nothing was sent.');
    const named = await hookdesk('apply', folder, '--yes', '--installation', 'b3');
    expect(named).toMatchObject({ code: 0 });
  });

  it('ends on Ctrl C after the requests under way, and continues with the rest', async () => {
    const folder = join(parent, 'interrupted');
    await hookdesk('export', 'b1', '--to', folder);
    for (const name of readdirSync(join(folder, 'webhooks'))) {
      toggle(join(folder, 'webhooks', name), 'low');
    }
    const changes = (await plan(folder)).rows.length;
    expect(changes).toBeGreaterThan(6);
    const before = services.applied.length;
    await services.faults({ kind: 'latency', only: 'writes', milliseconds: 3_000 });
    const { child, ended } = startCli(['apply', folder, '--yes', '--data', data]);
    await expect.poll(() => services.writes.length, { timeout: 60_000 }).toBeGreaterThan(before);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130 });
    await services.faults();
    const first = services.applied.length - before;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(changes);
    expect((await plan(folder)).rows).toHaveLength(changes - first);
    expect(await hookdesk('apply', folder, '--yes')).toMatchObject({ code: 0 });
    const sent = services.applied.slice(before);
    expect(new Set(sent).size).toBe(changes);
    expect(sent).toHaveLength(changes);
  });

  it('is partly applied with exit code 3, and says what failed', async () => {
    const folder = join(parent, 'partly');
    await hookdesk('export', 'a3', '--to', folder);
    for (const name of readdirSync(join(folder, 'webhooks')).slice(0, 6)) {
      const file = join(folder, 'webhooks', name);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace('"enabled": true', '"enabled": false'));
    }
    await services.faults({ kind: '500', only: 'writes', next: 1 });
    const { code, out } = await hookdesk('apply', folder, '--yes', '--json');
    await services.faults();
    expect(code).toBe(3);
    const outcomes = results.apply.parse(JSON.parse(out)).map(({ outcome }) => outcome);
    expect(outcomes).toContain('done');
    expect(outcomes.some((outcome) => outcome === 'failed' || outcome === 'unknown')).toBe(true);
  });
});

describe('a plan file', limit, () => {
  const planFile = (): string => join(parent, 'reviewed.json');
  const edit = (folder: string, to: string): void => {
    writeFileSync(join(folder, 'webhooks/pager.template.txt'), `{\n"text": "${to} %AlertName%"\n}`);
  };

  it('is applied as it was reviewed, also without the folder, and once', async () => {
    const folder = join(parent, 'reviewed');
    await hookdesk('export', 'b1', '--to', folder);
    edit(folder, 'first');
    expect(await hookdesk('plan', folder, '--out', planFile())).toMatchObject({ code: 0 });
    expect(readFileSync(planFile(), 'utf8')).not.toContain(apiKey);
    edit(folder, 'unreviewed');
    rmSync(join(folder, 'hookdesk.json'));
    const before = services.applied.length;
    expect(await hookdesk('apply', planFile(), '--yes')).toMatchObject({ code: 0 });
    expect(await held('b1')).toContain('first %AlertName%');
    expect(services.applied.length).toBe(before + 1);
    expect(await hookdesk('apply', planFile(), '--yes')).toMatchObject({ code: 0, out: '' });
    expect(services.applied.length).toBe(before + 1);
    expect((await hookdesk('apply', planFile(), '--yes', '--delete')).code).toBe(1);
  });

  it('is applied in a part, which must be inside the plan', async () => {
    const folder = join(parent, 'reviewed-part');
    await hookdesk('export', 'b3', '--to', folder);
    for (const name of readdirSync(join(folder, 'webhooks'))) {
      toggle(join(folder, 'webhooks', name), 'medium');
    }
    const all = (await plan(folder)).rows.map(({ webhook }) => webhook);
    const others = all.filter((name) => name !== 'Pager');
    const only = others.slice(0, 2).flatMap((name) => ['--only', name]);
    await hookdesk('plan', folder, '--out', planFile(), '--only', 'Pager', ...only);
    const before = services.applied.length;
    const part = ['apply', planFile(), '--yes', '--json', '--only'];
    const applied = await hookdesk(...part, 'Pager');
    expect(applied.code).toBe(0);
    expect(results.apply.parse(JSON.parse(applied.out))).toMatchObject([
      { webhook: 'Pager', outcome: 'done' },
    ]);
    expect(services.applied.length).toBe(before + 1);
    const outside = await hookdesk(...part, others[2] ?? '');
    expect(outside.code).toBe(5);
    expect(outside.err).toContain('not in the plan');
    expect(services.applied.length).toBe(before + 1);
    expect(await hookdesk('apply', planFile(), '--yes')).toMatchObject({ code: 0 });
    expect(services.applied.length).toBe(before + 3);
  });

  it('is refused with exit code 5 when a webhook changed since, and names it', async () => {
    const folder = join(parent, 'stale');
    await hookdesk('export', 'b1', '--to', folder);
    edit(folder, 'second');
    await hookdesk('plan', folder, '--out', planFile());
    const live = await hookdesk('get', 'b1', 'Pager', '--json');
    const { id } = results.webhook.parse(JSON.parse(live.out));
    await services.change(names.indexOf('b1'), id ?? 0, { enabled: false });
    const writes = services.writes.length;
    const { code, err } = await hookdesk('apply', planFile(), '--yes');
    expect(code).toBe(5);
    expect(err).toContain('b1/pager: changed since the plan');
    expect(services.writes.length).toBe(writes);
  });

  it('with a query is refused when a webhook to delete no longer matches it', async () => {
    const folder = join(parent, 'moved-away');
    await hookdesk('export', 'a1', '--to', folder);
    for (const ending of ['json', 'template.txt']) rmSync(join(folder, `webhooks/pager.${ending}`));
    const options = ['--delete', '--only', 'host:hooks.example.com', '--out', planFile()];
    expect(await hookdesk('plan', folder, ...options)).toMatchObject({ code: 0 });
    const live = await hookdesk('get', 'a1', 'Pager', '--json');
    const { id } = results.webhook.parse(JSON.parse(live.out));
    await services.change(names.indexOf('a1'), id ?? 0, { url: 'https://moved.example/' });
    const { code, err } = await hookdesk('apply', planFile(), '--yes');
    expect(code).toBe(5);
    expect(err).toContain(`a1/${String(id)}: changed since the plan`);
  });

  it('is not written when a row is not ready, and the plan says why', async () => {
    const folder = join(parent, 'unready');
    await hookdesk('export', 'b1', '--to', folder);
    const file = join(folder, 'webhooks/pager.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"POST"', '"PATCH"'));
    toggle(file, 'low');
    const { code, out, err } = await hookdesk('plan', folder, '--out', join(parent, 'none.json'));
    expect(code).toBe(1);
    expect(out).toContain('Needs: method.');
    expect(err).toContain('Not ready: “Pager”. No plan file was written.');
    expect(err).not.toContain('--secrets');
    expect(readdirSync(parent)).not.toContain('none.json');
  });

  it('is refused for an installation that has another address now', async () => {
    const folder = join(parent, 'moved');
    await hookdesk('export', 'b1', '--to', folder);
    edit(folder, 'third');
    await hookdesk('plan', folder, '--out', planFile());
    const plan = readFileSync(planFile(), 'utf8');
    writeFileSync(planFile(), plan.replace(/"fingerprint": "\w{8}/, '"fingerprint": "00000000'));
    const { code, err } = await hookdesk('apply', planFile(), '--yes');
    expect(code).toBe(1);
    expect(err).toContain('another address than in the plan');
  });

  it('is refused when it is damaged', async () => {
    writeFileSync(planFile(), '{"format": "hookdesk-plan", "version": 2}');
    expect((await hookdesk('apply', planFile(), '--yes')).err).toContain('is damaged');
  });

  it('continues after a kill without sending anything twice', async () => {
    const folder = join(parent, 'killed');
    await hookdesk('export', 'b2', '--to', folder);
    for (const name of readdirSync(join(folder, 'webhooks'))) {
      toggle(join(folder, 'webhooks', name), 'high');
    }
    await hookdesk('plan', folder, '--out', planFile());
    const changes = (await plan(folder)).rows.length;
    const before = services.applied.length;
    const open = (): number => services.writes.length - services.applied.length;
    const openBefore = open();
    await services.faults({ kind: 'latency', only: 'writes', milliseconds: 1_000 });
    const { child, ended } = startCli(['apply', planFile(), '--yes', '--data', data]);
    await expect.poll(() => services.applied.length, { timeout: 60_000 }).toBeGreaterThan(before);
    child.kill('SIGKILL');
    await ended;
    await services.faults();
    // The requests that were sent reach the service also after the kill.
    await expect.poll(open, { timeout: 60_000 }).toBe(openBefore);
    expect(await hookdesk('apply', planFile(), '--yes')).toMatchObject({ code: 0 });
    const sent = services.applied.slice(before);
    expect(new Set(sent).size).toBe(changes);
    expect(sent).toHaveLength(changes);
  });
});

describe.skipIf(process.platform === 'win32')('a hostile folder', limit, () => {
  it('leads no file of the computer into a webhook, by a link', async () => {
    const folder = join(parent, 'hostile');
    await hookdesk('export', 'b1', '--to', folder);
    const outside = join(parent, 'outside.txt');
    writeFileSync(outside, 'canary-outside\nfile');
    const template = join(folder, 'webhooks/pager.template.txt');
    rmSync(template);
    symlinkSync(outside, template);
    const { code, err } = await hookdesk('plan', folder, '--installation', 'b1');
    expect(code).toBe(1);
    expect(err).not.toContain('canary-outside');
    rmSync(join(folder, 'webhooks'), { recursive: true });
    symlinkSync(parent, join(folder, 'webhooks'));
    const before = readdirSync(parent);
    expect(await hookdesk('export', 'b1', '--to', folder)).toMatchObject({ code: 1 });
    expect(readdirSync(parent)).toEqual(before);
  });

  it('of something else is not overwritten', async () => {
    const folder = mkdtempSync(join(parent, 'other-'));
    writeFileSync(join(folder, 'thesis.txt'), 'x');
    expect((await hookdesk('export', 'b1', '--to', folder)).err).toContain('It is not empty');
    expect(readdirSync(folder)).not.toContain('hookdesk.json');
  });
});

it('prints no secret', () => {
  expect(printed.join()).not.toContain(apiKey);
});
