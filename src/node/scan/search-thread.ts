import { workerData } from 'node:worker_threads';
import { searchShared, type SharedSearch } from './search-beside.ts';

searchShared(workerData as SharedSearch);
