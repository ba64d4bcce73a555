import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/** Names of the package modules that the bundles in a folder import. */
export function bareImports(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.c?js$/.test(name))
    .flatMap((name) => importsOf(name, readFileSync(join(folder, name), 'utf8')))
    .filter((name) => !isBuiltin(name) && !name.startsWith('.') && !name.startsWith('/'));
  return [...new Set(found)].sort();
}

/** @throws Error when the program has a syntax error */
function importsOf(name: string, text: string): string[] {
  const isModule = name.endsWith('.js');
  const { program, errors } = parseSync(name, text, {
    sourceType: isModule ? 'module' : 'commonjs',
  });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${name}: ${error.message}`);
  // The bundler writes `__require` in an ES module.
  const require = isModule ? '__require' : 'require';
  const found: string[] = [];
  const note = (source: ESTree.Expression | ESTree.SpreadElement | null | undefined): void => {
    if (source?.type === 'Literal' && typeof source.value === 'string') found.push(source.value);
    // A minifier writes texts as templates.
    if (source?.type === 'TemplateLiteral' && source.expressions.length === 0) {
      found.push(source.quasis[0]?.value.cooked ?? '');
    }
  };
  const fromSource = ({ source }: { source: ESTree.Expression | null }): void => {
    note(source);
  };
  new Visitor({
    ImportDeclaration: fromSource,
    ExportNamedDeclaration: fromSource,
    ExportAllDeclaration: fromSource,
    ImportExpression: fromSource,
    CallExpression: ({ callee, arguments: [argument] }) => {
      if (callee.type === 'Identifier' && callee.name === require) note(argument);
    },
  }).visit(program);
  return found;
}
