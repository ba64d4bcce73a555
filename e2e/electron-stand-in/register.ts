import { registerHooks } from 'node:module';
import { z } from 'zod';

// Some packages use the default export, which a CommonJS module has.
const standIn = import.meta.resolve('./electron.ts');
const electron = `import * as all from '${standIn}'; export * from '${standIn}'; export default all;`;
const asModule = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;

const Call = z.object({ id: z.int(), text: z.string(), given: z.unknown().optional() });
const Called = z.object({ value: z.unknown() });

/**
 * Loaded by `node --import`. Every import of `electron` resolves to the stand-in. The process calls
 * the functions that the test sends, and ends with the test.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier !== 'electron') return next(specifier, context);
    // Node does not support `require` of a `data:` URL.
    const isRequired = context.conditions.includes('require');
    return { url: isRequired ? standIn : asModule(electron), shortCircuit: true };
  },
});
const { STAND_IN_PLATFORM: platform = process.platform } = process.env;
Object.defineProperty(process, 'platform', { value: platform });
process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  void answer(Call.parse(message)).then((answered) => process.send?.(answered));
});

/** Calls a function, sent as text, with the module `electron` and one argument. */
async function answer({ id, text, given }: z.infer<typeof Call>): Promise<object> {
  const call = `(${text})(electron, ${JSON.stringify(given)})`;
  // Node runs a module once per URL. The id makes each URL unique.
  const module = `import * as electron from 'electron'; export const value = await ${call}; // ${id}`;
  try {
    const called: unknown = await import(asModule(module));
    return { id, value: Called.parse(called).value };
  } catch (error) {
    return { id, error: String(error) };
  }
}
