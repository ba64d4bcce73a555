/**
 * How long payload templates take to render: against a single replacement by a regular expression
 * over the same text, and against half of the text, in the same run.
 *
 * Usage: node bench/service-templates.ts
 * Exit code 1 where a limit is passed.
 */
import { renderTemplate } from '#domain/template/render.ts';
import { ruleSets } from '#domain/template/rule-sets.ts';

const limits = { ofReplace: 10, ofTwoHalves: 2 };
const rounds = 31;

function median(work: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    work();
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
}

const piece = '"name": "%AlertName%", ';
const template = (tokens: number, length: number): string =>
  piece.repeat(tokens).slice(0, length).padEnd(length, 'text without tokens ');
const whole = template(50_000, 1024 * 1024);
const half = template(25_000, 512 * 1024);
const values = { AlertName: 'Disk "full"' };

for (const { name } of ruleSets) {
  const replace = median(() => whole.replace(/%\w+%/g, () => 'Disk full'));
  const ofWhole = median(() => renderTemplate(whole, values, name));
  const ofHalf = median(() => renderTemplate(half, values, name));
  const ratio = ofWhole / replace;
  const growth = ofWhole / (2 * ofHalf);
  console.log(`1 MiB with 50,000 tokens, ${name}: ${ofWhole.toFixed(1)} ms`);
  console.log(`  to one replacement   ${ratio.toFixed(2)}   (limit ${limits.ofReplace})`);
  console.log(`  to two halves        ${growth.toFixed(2)}   (limit ${limits.ofTwoHalves})`);
  if (ratio > limits.ofReplace || growth > limits.ofTwoHalves) process.exitCode = 1;
}
