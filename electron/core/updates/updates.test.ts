import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '#contract/settings.ts';
import type { UpdateState } from '#contract/updates.ts';
import { type Managed, unmanaged } from '#domain/managed/managed-settings.ts';
import { plainError } from '#domain/problem.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { fakePorts, FakeSettings } from '#test-support/ports.fake.ts';
import { FakeUpdater } from '#test-support/updater.fake.ts';
import { releaseNotesText, Updates } from './updates.ts';

let clock: FakeClock;
let settings: FakeSettings;
let updater: FakeUpdater;
let updates: Updates;
let plan = false;
let edits = false;

const newer = { version: '2.0.0', notes: 'Much is new.' };
const minute = 60_000;

beforeEach(() => {
  clock = new FakeClock();
  settings = new FakeSettings();
  updater = new FakeUpdater();
  updater.answer = () => Promise.resolve(newer);
  plan = false;
  edits = false;
  updates = new Updates({
    ports: { ...fakePorts(), updater, settings, clock, managed: unmanaged },
    hasRunningPlan: () => plan,
    hasUnsavedEdits: () => edits,
  });
});
afterEach(() => {
  updates.close();
});

/** The first state that a window receives. */
async function state(of = updates): Promise<UpdateState> {
  for await (const first of of.watch()) return first;
  throw new Error('There is no state.');
}

async function until(expected: object): Promise<void> {
  await vi.waitFor(async () => {
    expect(await state()).toMatchObject(expected);
  });
}

/** Starts a download, and returns it once it is in progress. */
async function beginDownload() {
  await updates.check();
  const ended = updates.download();
  await vi.waitFor(() => {
    expect(updater.downloading).not.toBeNull();
  });
  const { downloading } = updater;
  if (downloading === null) throw new Error('It runs.');
  return { ...downloading, ended };
}

async function makeReady(): Promise<void> {
  const { end, ended } = await beginDownload();
  end.resolve(null);
  await ended;
}

describe('a check', () => {
  it('shows the newer version with its notes as plain text', async () => {
    updater.answer = () => Promise.resolve({ version: '2.0.0', notes: '<h2>New</h2><p>It</p>' });
    await updates.check();
    expect(await state()).toEqual({ kind: 'available', version: '2.0.0', notes: 'New\n\nIt' });
  });

  it('without a newer version shows its time', async () => {
    updater.answer = () => Promise.resolve(null);
    await updates.check();
    expect(await state()).toEqual({ kind: 'idle', checkedAt: clock.now() });
  });

  it('that fails shows the problem, and can be retried', async () => {
    updater.answer = () => Promise.reject(plainError('unreachable', 'It is gone.', 'Look.'));
    await updates.check();
    expect(await state()).toMatchObject({
      kind: 'failed',
      during: 'check',
      problem: { code: 'unreachable' },
    });
    updater.answer = () => Promise.resolve(newer);
    await updates.check();
    expect(await state()).toMatchObject({ kind: 'available' });
  });

  it('fails after 30 s without a response', async () => {
    updater.answer = () => new Promise(() => undefined);
    const ended = updates.check();
    await until({ kind: 'checking' });
    await vi.waitFor(() => {
      expect(updater.checks).toBe(1);
    });
    clock.move(30_000);
    await ended;
    expect(await state()).toMatchObject({ kind: 'failed', problem: { code: 'timed-out' } });
  });

  it('runs automatically after the start, and every six hours', async () => {
    updater.answer = () => Promise.resolve(null);
    await state();
    await vi.waitFor(() => {
      clock.move(30_000);
      expect(updater.checks).toBe(1);
    });
    await until({ kind: 'idle', checkedAt: expect.any(Date) as Date });
    await vi.waitFor(() => {
      clock.move(6 * 60 * minute);
      expect(updater.checks).toBeGreaterThan(1);
    });
  });

  it('does not run automatically when a person disabled it', async () => {
    settings.saveSettings({ ...defaultSettings, updateChecks: false });
    await state();
    for (let count = 0; count < 3; count += 1) {
      await vi.waitFor(() => {
        expect(clock.sleepers).toBe(1);
      });
      clock.move(6 * 60 * minute);
    }
    expect(updater.checks).toBe(0);
  });
});

describe('a download', () => {
  it('shows its progress, and is then ready', async () => {
    const { onProgress, end, ended } = await beginDownload();
    onProgress(0.25);
    expect(await state()).toEqual({ kind: 'downloading', ...newer, share: 0.25 });
    end.resolve(null);
    await ended;
    expect(await state()).toEqual({ kind: 'ready', ...newer, onQuit: false });
  });

  it('checks first, and downloads a version that appeared since', async () => {
    await updates.check();
    updater.answer = () => Promise.resolve({ version: '2.0.1', notes: '' });
    void updates.download();
    await until({ kind: 'downloading', version: '2.0.1' });
  });

  it('of a withdrawn version does not start', async () => {
    await updates.check();
    updater.answer = () => Promise.resolve(null);
    await updates.download();
    expect(updater.downloading).toBeNull();
    expect(await state()).toMatchObject({ kind: 'idle' });
  });

  it('that is cancelled ends at once, and ignores late results', async () => {
    const { onProgress, signal, ended } = await beginDownload();
    updates.cancel();
    expect(signal.aborted).toBe(true);
    expect(await state()).toEqual({ kind: 'available', ...newer });
    onProgress(0.5);
    await ended;
    expect(await state()).toEqual({ kind: 'available', ...newer });
  });

  it('that is cancelled during its check downloads nothing', async () => {
    await updates.check();
    const answer = Promise.withResolvers<typeof newer>();
    updater.answer = () => answer.promise;
    const ended = updates.download();
    updates.cancel();
    answer.resolve(newer);
    await ended;
    expect(updater.downloading).toBeNull();
    expect(await state()).toEqual({ kind: 'available', ...newer });
  });

  it('fails after two minutes without progress, but not when it is slow', async () => {
    const { onProgress, signal, ended } = await beginDownload();
    for (const share of [0.1, 0.2, 0.3]) {
      await vi.waitFor(() => {
        // The update schedule and the download limit.
        expect(clock.sleepers).toBe(2);
      });
      clock.move(1.5 * minute);
      onProgress(share);
      await until({ kind: 'downloading', share });
    }
    await vi.waitFor(async () => {
      clock.move(minute);
      expect(await state()).toMatchObject({ kind: 'failed', during: 'download' });
    });
    await ended;
    expect(signal.aborted).toBe(true);
  });

  it('that fails shows the problem', async () => {
    const { end, ended } = await beginDownload();
    end.reject(plainError('refused', 'It is damaged.', 'Again.'));
    await ended;
    expect(await state()).toMatchObject({ during: 'download', problem: { code: 'refused' } });
  });

  it('ends when the host closes', async () => {
    const { signal } = await beginDownload();
    updates.close();
    expect(signal.aborted).toBe(true);
  });
});

describe('an installation', () => {
  it('needs a download', () => {
    updates.install();
    expect(updater.restarts).toBe(0);
    expect(updates.installsOnQuit).toBe(false);
  });

  it('needs a request by a person', async () => {
    await makeReady();
    expect(updates.installsOnQuit).toBe(false);
    updates.install();
    expect(updates.installsOnQuit).toBe(true);
    expect(updater.restarts).toBe(1);
  });

  it('does not restart while a plan runs, and waits for a later quit', async () => {
    await makeReady();
    plan = true;
    updates.install();
    expect(updater.restarts).toBe(0);
    expect(await state()).toEqual({ kind: 'ready', ...newer, onQuit: true });
    expect(updates.installsOnQuit).toBe(false);
    plan = false;
    expect(updates.installsOnQuit).toBe(true);
  });

  it('does not happen behind a person who stays', async () => {
    await makeReady();
    updates.install();
    updates.stay();
    expect(updates.installsOnQuit).toBe(false);
    expect(updater.stays).toBe(1);
    expect(await state()).toEqual({ kind: 'ready', ...newer, onQuit: false });
    updates.install();
    expect(updates.installsOnQuit).toBe(true);
  });

  it('never happens with unsaved edits', async () => {
    await makeReady();
    updates.install();
    edits = true;
    expect(updates.installsOnQuit).toBe(false);
  });
});

describe('a copy that cannot be replaced', () => {
  let manual: Updates;

  beforeEach(() => {
    updater.installed = { ...updater.installed, appImage: null, packageType: 'deb' };
    manual = new Updates({
      ports: { ...fakePorts(), updater, settings, clock: new FakeClock(), managed: unmanaged },
      hasRunningPlan: () => false,
      hasUnsavedEdits: () => false,
    });
  });
  afterEach(() => {
    manual.close();
  });

  it('says so with the page, before a check', async () => {
    const page = 'https://updates.acme.test/';
    expect(await manual.manual()).toEqual({ reason: 'system-package', page });
    expect(await updates.manual()).toBeNull();
    expect(await state(manual)).toEqual({ kind: 'idle', checkedAt: null });
  });

  it('shows a newer version, and downloads nothing', async () => {
    await manual.check();
    await manual.download();
    expect(await state(manual)).toEqual({ kind: 'available', ...newer });
    expect(updater.downloading).toBeNull();
  });
});

describe('updates are off', () => {
  it('in the browser', async () => {
    const web = new Updates({
      ports: { ...fakePorts(), updater: null, settings, clock, managed: unmanaged },
      hasRunningPlan: () => false,
      hasUnsavedEdits: () => false,
    });
    await web.check();
    expect(await state(web)).toEqual({ kind: 'off', reason: 'browser' });
  });

  it('for a copy that names no server, without a request', async () => {
    updater = new FakeUpdater();
    updater.installed = { ...updater.installed, downloadPage: null };
    const off = new Updates({
      ports: { ...fakePorts(), updater, settings, clock: new FakeClock(), managed: unmanaged },
      hasRunningPlan: () => false,
      hasUnsavedEdits: () => false,
    });
    await off.check();
    expect(await state(off)).toEqual({ kind: 'off', reason: 'no-feed' });
    expect(updater.checks).toBe(0);
  });

  it.each<[Managed, string]>([
    [{ kind: 'set', file: '/f', settings: { updates: 'off' }, caPem: null }, 'managed'],
    [{ kind: 'refused', file: '/f', message: 'Damaged.', advice: 'Ask.' }, 'damaged'],
  ])('by %o, also after the regular time and on request', async (managed, reason) => {
    const off = new Updates({
      ports: { ...fakePorts(), updater, settings, clock, managed },
      hasRunningPlan: () => false,
      hasUnsavedEdits: () => false,
    });
    const before = updater.checks;
    await off.check();
    await off.download();
    off.install();
    expect(await state(off)).toEqual({ kind: 'off', reason });
    expect(off.installsOnQuit).toBe(false);
    expect({ checks: updater.checks, restarts: updater.restarts }).toEqual({
      checks: before,
      restarts: 0,
    });
    off.close();
  });
});

it('leaves Markdown unchanged', () => {
  const notes = '## New\n\n- `<b>` in a *template*\n- a < b & c';
  expect(releaseNotesText(`\r\n${notes}\r\n`)).toBe(notes);
});

it('converts HTML from GitHub to text', () => {
  const html =
    '<h2 id="x">What is new</h2>\n<ul>\n<li>Faster &amp; <b>smaller</b></li>\n<li>Less &lt;than&gt;&#33;</li>\n</ul>' +
    '<p>One<br>two</p><script>alert(1)</script><img src=x onerror="alert(1)">';
  const text = releaseNotesText(html);
  expect(text).toBe('What is new\n\n• Faster & smaller\n\n• Less <than>!\n\nOne\ntwo');
});

it('truncates long notes, and accepts missing ones', () => {
  expect(releaseNotesText('x'.repeat(30_000))).toHaveLength(20_001);
  expect(releaseNotesText('')).toBe('');
});
