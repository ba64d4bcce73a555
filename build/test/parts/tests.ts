import { binOf } from '../bin.ts';
import { node, run, within } from '../command.ts';
import { oneSkipped } from '../counts.ts';
import type { Context, Part, Result } from '../part.ts';
import { playwrightCounts } from '../reports/playwright-report.ts';
import { reportFile } from '../reports/report-file.ts';
import {
  chromium,
  curl,
  missingOf,
  needsXvfb,
  peers,
  postgres,
  secretServiceNeeds,
  xvfb,
} from '../requirements.ts';
import { verdictOfCheck, verdictOfTests } from '../verdict.ts';
import { vitest } from './vitest.ts';

/** Tests that every rule of this project finds what it should. */
export const rules: Part = {
  name: 'rules',
  timeLimit: 120,
  run: (context) => vitest(context, 'rules', ['--project=!postgres', 'build/rules']),
};

export const unit = (isWhole: boolean): Part => ({
  name: 'unit',
  // Ends a hung run, not a slow machine: the whole form took 557 s on one and 870 s on another.
  timeLimit: 1_800,
  needs: [curl, ...peers],
  run: (context) =>
    vitest(context, 'unit', [
      '--project=!postgres',
      '--exclude=build/rules/**',
      ...(isWhole ? [] : ['--tags-filter=!slow']),
    ]),
});

/** Tests the service on PostgreSQL, with a server of its own in a temporary folder. */
export const postgresService: Part = {
  name: 'postgres',
  timeLimit: 900,
  needs: [postgres],
  run: async (context) =>
    (await missingOf([postgres])).length > 0
      ? { counts: oneSkipped, complaints: [] }
      : vitest(context, 'postgres', ['--project=postgres']),
};

const keychain = 'electron/adapters/keychain';

/** Runs a command with its own keychain: a Secret Service in a separate session. */
const withKeychain: readonly string[] =
  process.platform === 'linux' ? ['sh', `${keychain}/with-secret-service.sh`] : [];

/** Tests auth tokens in a real keychain. */
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

/** Runs end-to-end specs in these projects of Playwright: all of them, or those marked `@main`. */
async function specs(
  context: Context,
  name: string,
  projects: readonly string[],
  isWhole: boolean,
): Promise<Result> {
  const bundled = await run(context, node('build/bundle/bundle.ts', '--if-stale'));
  if (bundled.code !== 0) return verdictOfCheck('bundle', bundled);
  const report = reportFile(context.root, name);
  const ending = await run(context, {
    ...within(
      [...withKeychain, ...(needsXvfb() ? ['xvfb-run', '--auto-servernum'] : [])],
      node(
        binOf(context.root, '@playwright/test', 'playwright'),
        'test',
        ...(isWhole ? [] : ['--grep=@main']),
        '--config=e2e/playwright.config.ts',
        '--reporter=dot,json',
        ...projects.map((project) => `--project=${project}`),
      ),
    ),
    // Playwright sets FORCE_COLOR for its workers, and Node warns if both variables are set.
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: undefined, FORCE_COLOR: '0' },
  });
  return verdictOfTests(playwrightCounts(report), ending);
}

const specNeeds = [chromium, xvfb, ...secretServiceNeeds];

/** Tests the window in a browser, and in Electron if available. */
export const e2e = (isWhole: boolean): Part => ({
  name: 'e2e',
  timeLimit: 1_800,
  needs: specNeeds,
  run: (context) => specs(context, 'e2e', ['web', 'desktop'], isWhole),
});

/** Tests the desktop application on the stand-in for Electron; `onStandIn` chooses the specs. */
export const desktop: Part = {
  name: 'desktop',
  timeLimit: 3_600,
  needs: specNeeds,
  run: (context) => specs(context, 'desktop', ['desktop-stand-in'], true),
};

/** Checks the packages, without a network. */
export const packaging: Part = {
  name: 'packaging',
  timeLimit: 240,
  run: (context) => vitest(context, 'packaging', ['--config=build/package/vitest.config.ts']),
};
