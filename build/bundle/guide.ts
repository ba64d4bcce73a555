import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import type { Plugin } from 'vite';

/** The text of `renderer/help/guide.html` that the guide replaces. */
const place = '<p>The user guide.</p>';

/** Inserts `docs/user-guide.md` into its page, with pictures for both themes. */
export function guide(root: string): Plugin {
  return {
    name: 'hookdesk:guide',
    transformIndexHtml: {
      // Runs before Vite collects the pictures.
      order: 'pre',
      handler: (page, { server }) => {
        if (!page.includes(place)) return page;
        const docs = server === undefined ? '../../docs' : `/@fs${join(root, 'docs')}`;
        const text = readFileSync(join(root, 'docs/user-guide.md'), 'utf8');
        return page.replace(place, () => guideAsHtml(text, docs));
      },
    },
  };
}

/** @param docs address of the folder `docs` */
export function guideAsHtml(markdown: string, docs: string): string {
  const html = new Marked(gfmHeadingId()).parse(markdown, { async: false });
  return html.replaceAll(
    /<img src="([^"]*)-light(\.\w+)"([^>]*)>/g,
    (_image, name: string, type: string, rest: string) => `<picture>
<source media="(prefers-color-scheme: dark)" srcset="${docs}/${name}-dark${type}" />
<img src="${docs}/${name}-light${type}"${rest}>
</picture>`,
  );
}
