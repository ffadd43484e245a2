/* How wide the books were, each state as long as it stood, and how much of what stood at their tops was bids. */
with states as (
  select
    symbol,
    ask_price_1 - bid_price_1 as spread,
    bid_amount_1 / (bid_amount_1 + ask_amount_1) as bid_share,
    lead(local_timestamp) over (partition by symbol order by local_timestamp) - local_timestamp as stood_us
  from book_snapshots
  where ask_price_1 is not null and bid_price_1 is not null
)
select
  symbol,
  min(spread) as least,
  round(sum(spread * stood_us) / sum(stood_us), 4) as mean,
  max(spread) as most,
  round(sum(bid_share * stood_us) / sum(stood_us), 3) as bid_share
from states
where stood_us > 0
group by symbol
order by symbol
