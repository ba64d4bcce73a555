import { launch } from './launch.mjs';
import { parseStartOptions, startUsage } from './start-options.mjs';

const usage = startUsage.replace('npm start --', 'npm run dev --');
const parsed = parseStartOptions(process.argv.slice(2));
if ('problem' in parsed) {
  console.error(`${parsed.problem}\n\n${usage}`);
  process.exitCode = 2;
} else if (parsed.help) {
  console.log(usage);
} else {
  await launch('build/bootstrap/dev/dev.ts');
}
