import { search } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type EditorView, panels, type ViewUpdate } from '@codemirror/view';
import { mount, unmount } from 'svelte';
import SearchPanel from './SearchPanel.svelte';

interface Updated {
  readonly update: (update: ViewUpdate) => void;
}

/** Mounts in `container`, outside the editor's shadow root, so that the window's styles apply. */
export function searchPanel(container: HTMLElement, context: Map<unknown, unknown>): Extension {
  return [
    panels({ topContainer: container }),
    search({
      top: true,
      literal: true,
      createPanel: (view) => {
        const dom = document.createElement('div');
        const options = { target: dom, props: { view }, context };
        const panel = mount<{ view: EditorView }, Updated>(SearchPanel, options);
        // Ctrl F focuses this input if the panel is already open.
        dom.querySelector('input')?.setAttribute('main-field', 'true');
        return {
          dom,
          top: true,
          mount: () => {
            dom.querySelector('input')?.select();
          },
          update: panel.update,
          destroy: () => void unmount(panel),
        };
      },
    }),
  ];
}
