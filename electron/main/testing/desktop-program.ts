import { join } from 'node:path';
import { startApplication } from '../application.ts';
import { composeDesktop } from '../composition.ts';
import { app } from '../electron.fake.ts';

/**
 * The desktop as a program of its own, with Electron doubled and everything else real. It starts a
 * service for practice; once the window opens, it prints where that one listens.
 */
app.exit = (code) => process.exit(code);

startApplication(async (needs) => {
  const service = join(import.meta.dirname, '../../../service/main.ts');
  const composition = await composeDesktop({ ...needs, service });
  const { baseUrl } = await composition.ports.practice.start('A');
  app.once('web-contents-created', () => {
    process.stdout.write(`${baseUrl}\n`);
  });
  return composition;
});
// In Electron the process stays until it is told to end.
setInterval(() => undefined, 60_000);
