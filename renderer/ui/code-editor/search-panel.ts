import { search } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { panels } from '@codemirror/view';
import { mount, unmount } from 'svelte';
import { SearchBox } from './search-box.svelte.ts';
import SearchPanel from './SearchPanel.svelte';

/** Mounts in `container`, outside the editor's shadow root, so that the window's styles apply. */
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
        // Ctrl F focuses this input if the panel is already open.
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
