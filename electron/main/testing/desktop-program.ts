import { join } from 'node:path';
import { startApplication } from '../application.ts';
import { composeDesktop } from '../composition.ts';
import { app } from '../electron.fake.ts';

/**
 * The desktop as a separate program; only Electron is a fake. It starts a practice service, and
 * prints the service's address once the window opens.
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
// Electron's process runs until it quits.
setInterval(() => undefined, 60_000);
