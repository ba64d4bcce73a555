import { z } from 'zod';
import { app } from './app.ts';

const Work = z.object({ id: z.int(), text: z.string(), given: z.unknown().optional() });
const Loaded = z.object({
  default: z.custom<(electron: object, given: unknown) => unknown>(
    (it) => typeof it === 'function',
  ),
});

/**
 * The app becomes ready once the test that started it sees its pages, and ends with the test. A start
 * by anything else becomes ready by itself.
 */
export function followTest(): void {
  const send = (message: object): void => void process.send?.(message);
  void app.chromium.promise.then(({ endpoint }) => {
    if (process.send === undefined) app.becomeReady();
    else send({ endpoint });
  });
  process.on('disconnect', () => process.exit(1));
  process.on('message', (message) => {
    if (message === 'connected') app.becomeReady();
    else void evaluate(Work.parse(message)).then(send);
  });
}

/** Calls a function that a test sent as text, with the module `electron` and one argument. */
async function evaluate({ id, text, given }: z.infer<typeof Work>): Promise<object> {
  const module = `data:text/javascript,${encodeURIComponent(`export default ${text}`)}`;
  try {
    const electron = await import('./electron.ts');
    const loaded: unknown = await import(module);
    return { id, value: await Loaded.parse(loaded).default(electron, given) };
  } catch (error) {
    return { id, error: String(error) };
  }
}
