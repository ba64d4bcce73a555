import { launch } from './launch.mjs';
import { parseStartOptions, startUsage } from './start-options.mjs';

const parsed = parseStartOptions(process.argv.slice(2));
if ('problem' in parsed) {
  console.error(`${parsed.problem}\n\n${startUsage}`);
  process.exitCode = 2;
} else if (parsed.help) {
  console.log(startUsage);
} else {
  await launch('build/bootstrap/start/start.ts');
}
