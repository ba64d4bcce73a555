/** @typedef {NonNullable<Parameters<import('eslint').SourceCode['getText']>[0]>} Node */

/**
 * Reports the spread of an object or array literal; the fix inlines the members.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const noLiteralSpread = {
  meta: {
    type: 'suggestion',
    fixable: 'code',
    schema: [],
    messages: { literal: 'Write the members themselves: a spread literal only saves lines.' },
  },
  create: ({ report, sourceCode }) => ({
    SpreadElement(node) {
      const literal = literalIn(node.argument);
      if (literal === null) return;
      report({
        node,
        messageId: 'literal',
        fix(fixer) {
          const members = sourceCode.getText(literal).slice(1, -1).trim().replace(/,$/, '');
          return members === '' ? null : fixer.replaceText(node, members);
        },
      });
    },
  }),
};

/**
 * The object or array literal of an expression, also inside type annotations (`[a, b] as const`).
 *
 * @param {Node} node
 * @returns {Node | null}
 */
function literalIn(node) {
  if (/^(?:Object|Array)Expression$/.test(node.type)) return node;
  if (!/^TS(?:As|Satisfies)Expression$/.test(node.type)) return null;
  const inner = 'expression' in node ? node.expression : null;
  return typeof inner === 'object' && inner !== null ? literalIn(inner) : null;
}
