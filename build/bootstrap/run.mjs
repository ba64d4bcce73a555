/** `node build/bootstrap/run.mjs PROGRAM.ts [arguments]`: runs a program under Node 24. */
import { launch } from './launch.mjs';

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error('Which program? node build/bootstrap/run.mjs PROGRAM.ts [arguments]');
  process.exitCode = 2;
} else {
  await launch(program, args);
}
