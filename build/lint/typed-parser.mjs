import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import svelte from 'eslint-plugin-svelte';
import typescript from 'typescript';
import ts from 'typescript-eslint';

/** @typedef {{ filePath: string, projectService?: unknown }} ParserOptions */
/** @typedef {{ parseForESLint(code: string, options: object): unknown }} Parser */

/** @type {Parser} */
const typescriptParser = ts.parser;

/**
 * @param {unknown} parser
 * @returns {parser is Parser}
 */
const isParser = (parser) =>
  typeof parser === 'object' && parser !== null && 'parseForESLint' in parser;

/** The parser of components in the plugin's configuration. */
const svelteParser = svelte.configs.base
  .map(({ languageOptions }) => languageOptions?.parser)
  .find(isParser);

/** Ends a parse as soon as the script of a component is known. */
class ScriptFound extends Error {
  /** @param {string} script */
  constructor(script) {
    super('The script of the component is known.');
    this.script = script;
  }
}

/** Replaces the TypeScript parser; throws the script that it receives for the typed parse. */
const scriptFinder = {
  ...ts.parser,
  /**
   * @param {string} code
   * @param {ParserOptions} options
   */
  parseForESLint(code, options) {
    if (options.projectService) throw new ScriptFound(code);
    return typescriptParser.parseForESLint(code, options);
  },
};

/**
 * Returns the TypeScript that the Svelte parser generates for a component or a `.svelte.ts` file.
 *
 * @param {string} filePath
 */
function scriptOf(filePath) {
  const content = readFileSync(filePath, 'utf8');
  const options = { filePath, projectService: true, parser: scriptFinder };
  try {
    svelteParser?.parseForESLint(content, options);
  } catch (error) {
    if (error instanceof ScriptFound) return error.script;
    // Linting the file itself reports the syntax error.
  }
  return content;
}

/**
 * Creates the program of a tsconfig file, including the scripts of components.
 *
 * @param {string} configFile
 */
function createProgram(configFile) {
  const { config } = typescript.readConfigFile(configFile, (name) => typescript.sys.readFile(name));
  const extra = {
    extension: '.svelte',
    isMixedContent: false,
    scriptKind: typescript.ScriptKind.Deferred,
  };
  const { fileNames, options } = typescript.parseJsonConfigFileContent(
    config,
    typescript.sys,
    dirname(configFile),
    {},
    configFile,
    undefined,
    [extra],
  );
  options.allowNonTsExtensions = true;
  const host = typescript.createCompilerHost(options, true);
  const readSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    if (!/\.svelte(\.ts)?$/.test(name)) return readSourceFile(name, ...rest);
    const script = scriptOf(name);
    return typescript.createSourceFile(name, script, rest[0], true, typescript.ScriptKind.TS);
  };
  return typescript.createProgram({ rootNames: fileNames, options, host });
}

/**
 * Returns a TypeScript parser with one program for all files of a project, for a single run of
 * ESLint. The project service would create a new program for each component.
 *
 * @param {string} configFile the tsconfig file of the project
 */
export function typedParser(configFile) {
  /** @type {import('typescript').Program | null} */
  let program = null;
  return {
    ...ts.parser,
    /**
     * @param {string} code
     * @param {ParserOptions} options
     */
    parseForESLint(code, options) {
      if (!options.projectService) return typescriptParser.parseForESLint(code, options);
      program ??= createProgram(configFile);
      // The project service parses files that the program does not contain.
      const isKnown = program.getSourceFile(options.filePath)?.text === code;
      const source = isKnown ? { projectService: undefined, programs: [program] } : {};
      return typescriptParser.parseForESLint(code, { ...options, ...source });
    },
  };
}
