import { binOf } from '../bin.ts';
import { node, run, within } from '../command.ts';
import { oneSkipped } from '../counts.ts';
import type { Part } from '../part.ts';
import { playwrightCounts } from '../reports/playwright-report.ts';
import { reportFile } from '../reports/report-file.ts';
import { chromium, curl, needsXvfb, peers, secretServiceNeeds, xvfb } from '../requirements.ts';
import { verdictOfCheck, verdictOfTests } from '../verdict.ts';
import { vitest } from './vitest.ts';

/** That every rule of our own catches what it is for. */
export const rules: Part = {
  name: 'rules',
  timeLimit: 120,
  run: (context) => vitest(context, 'rules', ['build/rules']),
};

export const unit: Part = {
  name: 'unit',
  timeLimit: 900,
  needs: [curl, ...peers],
  run: (context) => vitest(context, 'unit', ['--exclude=build/rules/**']),
};

const keychain = 'electron/adapters/keychain';

/** Runs a command with a keychain that is nobody's: a Secret Service in a session of its own. */
const withKeychain: readonly string[] =
  process.platform === 'linux' ? ['sh', `${keychain}/with-secret-service.sh`] : [];

/** Auth tokens in a real keychain. */
export const secretService: Part = {
  name: 'secret-service',
  timeLimit: 90,
  needs: secretServiceNeeds,
  run: async (context) => {
    if (withKeychain.length === 0) return { counts: oneSkipped, complaints: [] };
    const configuration = `--config=${keychain}/vitest.secret-service.config.ts`;
    return vitest(context, 'secret-service', [configuration], withKeychain);
  },
};

/** The main job in a real browser, on a stand-in for Electron, and in Electron where its program is. */
export const e2e: Part = {
  name: 'e2e',
  timeLimit: 1_200,
  needs: [chromium, xvfb, ...secretServiceNeeds],
  run: async (context) => {
    const bundled = await run(context, node('build/bundle/bundle.ts', '--if-stale'));
    if (bundled.code !== 0) return verdictOfCheck('bundle', bundled);
    const report = reportFile(context.root, 'e2e');
    const ending = await run(context, {
      ...within(
        [...withKeychain, ...(needsXvfb() ? ['xvfb-run', '--auto-servernum'] : [])],
        node(
          binOf(context.root, '@playwright/test', 'playwright'),
          'test',
          '--config=e2e/playwright.config.ts',
          '--reporter=dot,json',
        ),
      ),
      // Playwright tells its workers by FORCE_COLOR, and Node warns of both.
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: undefined, FORCE_COLOR: '0' },
    });
    return verdictOfTests(playwrightCounts(report), ending);
  },
};

/** What is in the packages, checked without the network. */
export const packaging: Part = {
  name: 'packaging',
  timeLimit: 240,
  run: (context) => vitest(context, 'packaging', ['--config=build/package/vitest.config.ts']),
};
