/* What traded in each second. The list of earlier trades that a subscription begins with is not counted again. */
select
  symbol,
  make_timestamp(timestamp // 1000000 * 1000000) as second,
  first(price order by timestamp) as open,
  max(price) as high,
  min(price) as low,
  last(price order by timestamp) as close,
  sum(amount) as volume,
  count(*) as trades
from trades
where not is_snapshot
group by symbol, timestamp // 1000000
order by symbol, second
