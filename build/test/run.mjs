import { launch } from '../bootstrap/launch.mjs';
import { parseTestOptions, testUsage } from './test-options.mjs';

const parsed = parseTestOptions(process.argv.slice(2));
if ('problem' in parsed) {
  console.error(`${parsed.problem}\n\n${testUsage}`);
  process.exitCode = 2;
} else if (parsed.help) {
  console.log(testUsage);
} else {
  await launch('build/test/main.ts');
}
