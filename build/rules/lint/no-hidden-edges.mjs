import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureEdges } from '../import-rules.mjs';

/** @typedef {NonNullable<Parameters<import('eslint').SourceCode['getText']>[0]>} Node */

/**
 * The feature of each member of a class of the workspace, from its types: `history: History`.
 *
 * @param {string} file
 * @returns {Map<string, string>}
 */
function featuresOf(file) {
  const text = readFileSync(join(import.meta.dirname, '../../../renderer/workspace', file), 'utf8');
  const imports = text.matchAll(/^import (?:type )?\{([^}]*)\} from '\.\.\/features\/([^/]+)\//gm);
  const ofType = new Map(
    [...imports].flatMap(([, names = '', feature = '']) =>
      names.split(',').map((name) => [name.replace('type ', '').trim(), feature]),
    ),
  );
  const members = text.matchAll(
    /^ {2}(?:readonly |get )?(\w+)(?:\(\))?(?:: | = \$state\S*<)(\w+)/gm,
  );
  return new Map(
    [...members].flatMap(([, member = '', type = '']) => {
      const feature = ofType.get(type);
      return feature === undefined ? [] : [[member, feature]];
    }),
  );
}

const parts = {
  workspace: featuresOf('workspace.svelte.ts'),
  navigation: featuresOf('navigation.svelte.ts'),
};

/** The members of the object that a node is; `undefined` for another object. @param {Node} node */
function membersOf(node) {
  const name = nameOf(node)
    .replace(/^get(?=[A-Z])/, '')
    .toLowerCase();
  return name === 'workspace' || name === 'navigation' ? parts[name] : undefined;
}

/** `a` for `a`, `b.a` and `a()`. @param {Node} node @returns {string} */
function nameOf(node) {
  if (node.type === 'Identifier' && 'name' in node) return String(node.name);
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return node.type === 'CallExpression' && node.callee.type !== 'Super' ? nameOf(node.callee) : '';
}

/**
 * Reports a feature that reads the state of another one through the workspace, without an edge in
 * `featureEdges`.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const noHiddenEdges = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      hidden:
        'A feature reads only the features that featureEdges names for it, also by the workspace.',
    },
  },
  create({ filename, report }) {
    const own = /renderer\/features\/([^/]+)\//.exec(filename)?.[1];
    if (own === undefined) return {};
    const others = Object.entries(featureEdges).find(([feature]) => feature === own)?.[1] ?? '';
    const allowed = [own, ...others.split('|')];
    /** @param {Node} node @param {Node} member @param {Map<string, string> | undefined} members */
    const check = (node, member, members) => {
      const feature = members?.get(nameOf(member));
      if (feature === undefined || allowed.includes(feature)) return;
      report({ node, messageId: 'hidden' });
    };
    /** @param {Node} pattern @param {Map<string, string> | undefined} members */
    const checkPattern = (pattern, members) => {
      if (pattern.type !== 'ObjectPattern') return;
      for (const property of pattern.properties) {
        if (property.type === 'Property') check(property, property.key, members);
      }
    };
    return {
      MemberExpression(node) {
        if (node.object.type === 'Super') return;
        check(node, node.property, membersOf(node.object));
      },
      VariableDeclarator({ id, init }) {
        if (init != null) checkPattern(id, membersOf(init));
      },
      /** A parameter such as `{ history }: Workspace`. @param {Node} node */
      'ObjectPattern[typeAnnotation.typeAnnotation.typeName.name=Workspace]'(node) {
        checkPattern(node, parts.workspace);
      },
      /** @param {Node} node */
      'ObjectPattern[typeAnnotation.typeAnnotation.typeName.name=Navigation]'(node) {
        checkPattern(node, parts.navigation);
      },
    };
  },
};
