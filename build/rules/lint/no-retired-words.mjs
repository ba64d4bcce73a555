import { allowedTexts, retiredWords } from './retired-words.mjs';

/** @typedef {{ loc?: import('eslint').AST.SourceLocation | null | undefined }} Located */

/**
 * Reports words of {@link retiredWords} in comments, in texts of several words and in markup.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const noRetiredWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { retired: 'Do not write “{{ word }}”: use {{ use }}.' },
  },
  create({ report, sourceCode }) {
    /** @param {Located} node @param {string} text */
    const check = (node, text) => {
      const prose = allowedTexts.reduce(
        (left, allowed) => left.replaceAll(allowed.text, ''),
        text.replaceAll(code, ''),
      );
      for (const { word, use } of retiredWords) {
        const found = word.exec(prose);
        if (found !== null && node.loc) {
          report({ loc: node.loc, messageId: 'retired', data: { word: found[0], use } });
        }
      }
    };
    /** @param {Located & { value?: unknown }} node */
    const checkMarkup = (node) => {
      if (typeof node.value === 'string') check(node, node.value);
    };
    return {
      Program() {
        for (const comment of sourceCode.getAllComments()) check(comment, comment.value);
      },
      Literal(node) {
        if (typeof node.value === 'string' && node.value.includes(' ')) check(node, node.value);
      },
      TemplateElement(node) {
        if (node.value.raw.includes(' ')) check(node, node.value.raw);
      },
      SvelteText: checkMarkup,
      SvelteLiteral: checkMarkup,
      SvelteHTMLComment: checkMarkup,
    };
  },
};

/** Code in a comment: it has the words of its identifiers. */
const code = /`[^`]*`|\{@link [^}]*\}/g;
