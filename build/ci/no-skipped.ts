import { playwrightCounts } from '../test/reports/playwright-report.ts';

/** `node build/ci/no-skipped.ts REPORT`: fails unless every test in Playwright's JSON passed. */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Which report? node build/ci/no-skipped.ts REPORT');
const counts = playwrightCounts(file);
if (counts === null) {
  console.error(`${file} is missing or is no report of Playwright.`);
  process.exitCode = 1;
} else {
  const { passed, failed, skipped } = counts;
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (passed === 0 || failed > 0 || skipped > 0) process.exitCode = 1;
}
