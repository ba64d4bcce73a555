import { z } from 'zod';
import { readReport } from './read-report.ts';

/** A test that ran, and its time in ms. */
export interface TimedTest {
  readonly name: string;
  readonly file: string;
  readonly duration: number;
}

const VitestTimes = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
});

const PlaywrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          results: z.array(z.object({ duration: z.number() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(PlaywrightSuite).optional();
  },
});
const PlaywrightTimes = z.object({ suites: z.array(PlaywrightSuite) });

function timesOfVitest(file: string): TimedTest[] {
  const report = readReport(file, VitestTimes);
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: fullName,
      file: name,
      duration: duration ?? 0,
    })),
  );
}

function timesOfSuite({ specs, suites = [] }: z.infer<typeof PlaywrightSuite>): TimedTest[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `[${projectName}] ${title}`,
      file,
      duration: results.reduce((sum, result) => sum + result.duration, 0),
    })),
  );
  return [...own, ...suites.flatMap(timesOfSuite)];
}

function timesOfPlaywright(file: string): TimedTest[] {
  const report = readReport(file, PlaywrightTimes);
  return (report?.suites ?? []).flatMap(timesOfSuite);
}

/** Returns the slowest tests in reports of Vitest and Playwright, slowest first. */
export function slowestTests(files: readonly string[], count: number): TimedTest[] {
  return files
    .flatMap((file) => [...timesOfVitest(file), ...timesOfPlaywright(file)])
    .toSorted((a, b) => b.duration - a.duration)
    .slice(0, count);
}

/** A line for each test: seconds, file and name. Paths are relative to the root. */
export const inLines = (root: string, tests: readonly TimedTest[]): string[] =>
  tests.map(({ name, file, duration }) => {
    const seconds = (duration / 1000).toFixed(1).padStart(6);
    return `${seconds} s  ${file.replace(`${root}/`, '')}  ${name}`;
  });
