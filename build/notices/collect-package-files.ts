import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Collects the package files in a bundle: modules with code, fonts and images. */
export function collectPackageFiles(found: Set<string>): Plugin {
  let root = '';
  return {
    name: 'hookdesk:collect-package-files',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: (_options, bundle) => {
      const files = Object.values(bundle).flatMap((item) =>
        item.type === 'chunk'
          ? item.moduleIds
          : item.originalFileNames.map((name) => resolve(root, name)),
      );
      for (const file of files) {
        if (!file.startsWith('\0') && file.includes('/node_modules/')) found.add(file);
      }
    },
  };
}
