import { launch } from './launch.mjs';
import { devUsage, parseDevOptions } from './start-options.mjs';

const parsed = parseDevOptions(process.argv.slice(2));
if ('problem' in parsed) {
  console.error(`${parsed.problem}\n\n${devUsage}`);
  process.exitCode = 2;
} else if (parsed.help) {
  console.log(devUsage);
} else {
  await launch('build/bootstrap/dev/dev.ts');
}
