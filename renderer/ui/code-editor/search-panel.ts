import { search } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { panels } from '@codemirror/view';
import { mount, unmount } from 'svelte';
import { SearchBox } from './search-box.svelte.ts';
import SearchPanel from './SearchPanel.svelte';

/**
 * Find and replace, in a panel of our own building blocks. It stands in `container`, outside the
 * editor's shadow root, where the window's styles reach it; `context` is that of the editor's component.
 */
export function searchPanel(container: HTMLElement, context: Map<unknown, unknown>): Extension {
  return [
    panels({ topContainer: container }),
    search({
      top: true,
      literal: true,
      createPanel: (view) => {
        const dom = document.createElement('div');
        const box = new SearchBox(view);
        const component = mount(SearchPanel, { target: dom, props: { box }, context });
        // What Ctrl F goes to when the panel is open already.
        dom.querySelector('input')?.setAttribute('main-field', 'true');
        return {
          dom,
          top: true,
          mount: () => {
            dom.querySelector('input')?.select();
          },
          update: (update) => {
            box.update(update);
          },
          destroy: () => {
            box.destroy();
            void unmount(component);
          },
        };
      },
    }),
  ];
}
