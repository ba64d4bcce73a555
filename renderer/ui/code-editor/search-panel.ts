import { search } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { panels } from '@codemirror/view';
import { mount, unmount } from 'svelte';
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
        const panel = mount(SearchPanel, { target: dom, props: { view }, context });
        // Ctrl F focuses this input if the panel is already open.
        dom.querySelector('input')?.setAttribute('main-field', 'true');
        return {
          dom,
          top: true,
          mount: () => {
            dom.querySelector('input')?.select();
          },
          update: (update) => {
            panel.update(update);
          },
          destroy: () => void unmount(panel),
        };
      },
    }),
  ];
}
