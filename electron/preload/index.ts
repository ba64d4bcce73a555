import { ipcRenderer } from 'electron';

/** Passes only a message port: the page gets no function of Electron or Node. */
window.addEventListener('load', () => {
  ipcRenderer.postMessage('hookdesk:connect', null);
});

ipcRenderer.on('hookdesk:port', (event) => {
  // `*` is safe, because the target is this window.
  window.postMessage('hookdesk:port', '*', event.ports);
});
