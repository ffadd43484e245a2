/* The three best levels of each side when the recording ended, rebuilt from the changes. A snapshot replaces the whole book. */
with latest_snapshot as (
  select symbol, max(local_timestamp) as since from book_updates where is_snapshot group by symbol
),
levels as (
  select symbol, side, price, last(amount order by local_timestamp) as amount
  from book_updates join latest_snapshot using (symbol)
  where local_timestamp >= since
  group by symbol, side, price
)
select symbol, side, price, amount
from levels
where amount > 0
qualify row_number() over (partition by symbol, side order by if(side = 'ask', price, -price)) <= 3
order by symbol, price desc
