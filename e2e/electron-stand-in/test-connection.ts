import { z } from 'zod';

const Work = z.object({ id: z.int(), text: z.string(), given: z.unknown().optional() });
const Loaded = z.object({
  default: z.custom<(electron: object, given: unknown) => unknown>(
    (it) => typeof it === 'function',
  ),
});

/** Runs what the test that started this process sends, and ends with that test. */
export function followTest(electron: () => Promise<object>): void {
  process.on('disconnect', () => process.exit(1));
  process.on('message', (message) => {
    void evaluate(electron, Work.parse(message)).then((answer) => process.send?.(answer));
  });
}

/** Calls a function that a test sent as text, with the module `electron` and one argument. */
async function evaluate(
  electron: () => Promise<object>,
  { id, text, given }: z.infer<typeof Work>,
): Promise<object> {
  const module = `data:text/javascript,${encodeURIComponent(`export default ${text}`)}`;
  try {
    const loaded: unknown = await import(module);
    return { id, value: await Loaded.parse(loaded).default(await electron(), given) };
  } catch (error) {
    return { id, error: String(error) };
  }
}
