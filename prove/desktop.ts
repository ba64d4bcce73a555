import { join } from 'node:path';
import { endGroupsOnSignals, startGroup } from '../build/bootstrap/groups.mjs';
import { root } from '../build/bootstrap/start/start-arguments.ts';
import { binOf } from '../build/test/bin.ts';
import { bundleIfStale } from '../build/bundle/bundle.ts';

/**
 * Usage: npm run prove desktop [-- options of Playwright]
 *
 * Runs every desktop test on the stand-in for Electron. docs/desktop.md lists its limits.
 */
endGroupsOnSignals();
await bundleIfStale();
const keychain = 'electron/adapters/keychain/with-secret-service.sh';
const wrapper =
  process.platform === 'linux' ? ['sh', keychain, process.execPath] : [process.execPath];
const [program = '', ...args] = [
  ...wrapper,
  join(root, binOf(root, '@playwright/test', 'playwright')),
  'test',
  '--config=e2e/playwright.config.ts',
  '--project=desktop-stand-in',
  ...process.argv.slice(2),
];
const environment = { ...process.env, HOOKDESK_STAND_IN: 'all' };
const { code } = await startGroup(program, args, { cwd: root, env: environment }).ended;
process.exitCode = code ?? 1;
