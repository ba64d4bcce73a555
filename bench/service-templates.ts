/**
 * The time to render payload templates, as ratios in one run: to one replacement by a regular expression over
 * the same text, and to half of the text.
 *
 * Usage: node bench/service-templates.ts
 * Exit code 1 if a limit is exceeded.
 */
import { parseTemplate } from '#domain/template/parse-template.ts';
import { renderTemplate, ruleSets } from '#domain/template/render-template.ts';

const limits = { ofReplace: 10, ofTwoHalves: 2 };
const rounds = 41;

/**
 * Returns the shortest time of each piece of work, in milliseconds. The pieces alternate, so other load
 * affects all of them.
 */
function bestOf(works: readonly (() => string)[]): number[] {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const begun = performance.now();
      // The engine joins a concatenated text at its first use.
      work().charCodeAt(0);
      best[index] = Math.min(best[index] ?? 0, performance.now() - begun);
    }
  }
  return best;
}

// 18 characters: 50,000 of them leave room in 1 MiB.
const piece = '"n": "%AlertID%", ';
function template(tokens: number, length: number): string {
  const text = piece.repeat(tokens).padEnd(length, 'text without tokens ');
  const found = parseTemplate(text).filter(({ kind }) => kind === 'token').length;
  if (text.length !== length || found !== tokens) {
    throw new Error(`The template has ${found} tokens and ${text.length} characters.`);
  }
  return text;
}
const whole = template(50_000, 1024 * 1024);
const half = template(25_000, 512 * 1024);
const values = { AlertID: 'Disk "full"' };

for (const { name } of ruleSets) {
  const [replace = 0, ofWhole = 0, ofHalf = 0] = bestOf([
    () => whole.replace(/%\w+%/g, () => 'Disk full'),
    () => renderTemplate(whole, values, name),
    () => renderTemplate(half, values, name),
  ]);
  const ratio = ofWhole / replace;
  const growth = ofWhole / (2 * ofHalf);
  console.log(`1 MiB with 50,000 placeholders, ${name}: ${ofWhole.toFixed(1)} ms`);
  console.log(`  to one replacement   ${ratio.toFixed(2)}   (limit ${limits.ofReplace})`);
  console.log(`  to two halves        ${growth.toFixed(2)}   (limit ${limits.ofTwoHalves})`);
  if (ratio > limits.ofReplace || growth > limits.ofTwoHalves) process.exitCode = 1;
}
