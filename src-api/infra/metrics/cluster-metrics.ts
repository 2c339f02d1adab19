import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";

/** Has a worker send its metrics to the primary when that asks for them. */
export function joinCluster(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  void new AggregatorRegistry(); // listens to the primary
}

/** Returns the sum of the metrics of all workers, in the format of Prometheus, whenever it is called. */
export function sumOfCluster(): () => Promise<string> {
  const workers = new AggregatorRegistry();
  return () => workers.clusterMetrics();
}
