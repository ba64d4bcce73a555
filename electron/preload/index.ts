import { ipcRenderer } from 'electron';

/**
 * Asks the main process for a message port once the window has loaded, and hands it to the page.
 * Nothing else: the page gets no function of Electron or Node.
 */
window.addEventListener('load', () => {
  ipcRenderer.postMessage('hookdesk:connect', null);
});

ipcRenderer.on('hookdesk:port', (event) => {
  // The target is this very window, so there is no other origin that the port could reach.
  window.postMessage('hookdesk:port', '*', event.ports);
});
