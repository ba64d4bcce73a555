import { allowedTexts, retiredNames, retiredScreenWords, retiredWords } from './retired-words.mjs';

/** @typedef {{ loc?: import('eslint').AST.SourceLocation | null | undefined }} Located */
/** @typedef {import('./retired-words.mjs').RetiredWord} RetiredWord */

/**
 * Finds retired words in a text, except in code and allowed texts.
 *
 * @param {string} text
 * @param {readonly RetiredWord[]} words
 * @returns {{ word: string, use: string }[]}
 */
export function retiredWordsIn(text, words) {
  const prose = allowedTexts.reduce(
    (left, allowed) => left.replaceAll(allowed.text, ''),
    text.replaceAll(code, ''),
  );
  return words.flatMap(({ word, use }) => {
    const found = word.exec(prose);
    return found === null ? [] : [{ word: found[0], use }];
  });
}

/** Code in a comment: identifiers may contain retired words. */
const code = /`[^`]*`|\{@link [^}]*\}/g;

/** Attributes whose values are code. */
const codeAttributes = new Set(['class', 'style', 'id', 'for', 'form', 'type', 'name', 'role']);

/**
 * @param {readonly RetiredWord[]} words
 * @param {boolean} inComments
 * @returns {import('eslint').Rule.RuleModule}
 */
const ruleFor = (words, inComments) => ({
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { retired: 'Do not write “{{ word }}”: use {{ use }}.' },
  },
  create({ report, sourceCode }) {
    /** A single word is usually a name in code. @param {string} text */
    const isText = (text) => text.includes(' ') || (!inComments && label.test(text));
    /** @param {Located} node @param {string} text */
    const check = (node, text) => {
      for (const data of retiredWordsIn(text, words)) {
        if (node.loc) report({ loc: node.loc, messageId: 'retired', data });
      }
    };
    /** @param {Located & { value?: unknown, parent?: unknown }} node */
    const checkMarkup = (node) => {
      if (typeof node.value === 'string' && !isCode(node.parent)) check(node, node.value);
    };
    return {
      Program() {
        if (inComments) {
          for (const comment of sourceCode.getAllComments()) check(comment, comment.value);
        }
      },
      Literal(node) {
        if (typeof node.value === 'string' && isText(node.value)) check(node, node.value);
      },
      TemplateElement(node) {
        if (isText(node.value.raw)) check(node, node.value.raw);
      },
      SvelteText: checkMarkup,
      SvelteLiteral: checkMarkup,
      ...(inComments ? { SvelteHTMLComment: checkMarkup } : {}),
    };
  },
});

/** Matches the label of a button with one word. */
const label = /^[A-Z][a-z]+…?$/;

/** Whether a value is a style or an attribute that users do not see. @param {unknown} parent */
const isCode = (parent) =>
  typeof parent === 'object' &&
  parent !== null &&
  (('type' in parent && parent.type === 'SvelteStyleElement') || hasCodeKey(parent));

/** @param {object} parent */
const hasCodeKey = (parent) =>
  'key' in parent &&
  typeof parent.key === 'object' &&
  parent.key !== null &&
  'name' in parent.key &&
  typeof parent.key.name === 'string' &&
  codeAttributes.has(parent.key.name);

/** Reports words of {@link retiredWords} in comments, texts and markup. */
export const noRetiredWords = ruleFor(retiredWords, true);

/** Reports words of {@link retiredScreenWords} in texts and markup, not in comments. */
export const noRetiredScreenWords = ruleFor(retiredScreenWords, false);

/** A function, method or type that declares the name. */
const declaration = [
  ':matches(FunctionDeclaration, ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration) > Identifier.id',
  'VariableDeclarator[init.type=/Function/] > Identifier.id',
  ':matches(MethodDefinition, TSMethodSignature) > :matches(Identifier, PrivateIdentifier).key',
].join(', ');

/** @type {import('eslint').Rule.RuleModule} */
export const noRetiredNames = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { retired: 'Do not name this “{{ word }}”: use {{ use }}.' },
  },
  create: ({ report }) => ({
    /** @param {import('eslint').Rule.Node} node */
    [declaration](node) {
      if (!('name' in node) || typeof node.name !== 'string') return;
      const name = node.name;
      const retired = retiredNames.find(({ word }) => word.test(name));
      if (retired === undefined) return;
      report({ node, messageId: 'retired', data: { word: name, use: retired.use } });
    },
  }),
};
