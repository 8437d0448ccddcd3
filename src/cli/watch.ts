import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

/** Changes that come together are taken together. Milliseconds. */
const pause = 100;
/** Folders that tools write to while others run. */
const foreign = /^(?:\.git|\.leastscope|node_modules)$/;

export interface Watching {
  /** Watches these folders from now on, and no others. */
  readonly follow: (folders: readonly string[]) => void;
  readonly close: () => void;
}

/**
 * Tells of files that have changed in folders (not in those below), a moment after the last one did. `isOwn` files,
 * which the run itself writes, are left out.
 */
export function watchFolders(
  isOwn: (file: string) => boolean,
  onChange: (files: readonly string[]) => void,
): Watching {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    const files = [...changed].sort();
    changed.clear();
    onChange(files);
  };
  const open = (folder: string): FSWatcher | undefined => {
    try {
      const watcher = watch(folder, (_event, name) => {
        const file = path.join(folder, name ?? '');
        if (foreign.test(name ?? '') || isOwn(file)) return;
        changed.add(file);
        clearTimeout(timer);
        timer = setTimeout(tell, pause);
      });
      // It is gone: the folder above tells of that.
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(folder);
      });
      return watcher;
    } catch {
      return undefined;
    }
  };
  return {
    follow(folders) {
      const wanted = new Set(folders);
      for (const [folder, watcher] of watchers)
        if (!wanted.has(folder)) {
          watcher.close();
          watchers.delete(folder);
        }
      for (const folder of wanted) {
        const watcher = watchers.get(folder) ?? open(folder);
        if (watcher) watchers.set(folder, watcher);
      }
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
